# %% [markdown]
# # 배를 먹고, 배를 타고, 배가 아프다
#
# 앱에서 본 것을 파이썬으로 다시 해 봅니다. 아래의 모든 값은 앱과 명령줄이 보여 주는 것과 같습니다.
#
# *What the app shows, done again in Python: open an encoder, find uses of a word, measure, draw, mix, probe.*

# %%
import explorer

explorer.encoder_table()[["id", "family", "layers", "dim", "usable"]]

# %% [markdown]
# ## 용례 · Uses of a word
#
# 수록된 문장에는 낱말마다 뜻이 붙어 있습니다. 짝을 이룬 문장들은 조사와 자리, 어미가 같아서 꼴만 보고는 뜻을 맞힐 수 없습니다.
#
# *The bundled sentences carry senses. Matched sentences share particle, position and ending, so that form gives nothing away.*

# %%
uses = explorer.uses("배")
uses[::10]

# %%
explorer.sense_table("배")[["id", "gloss_ko", "gloss_en", "homograph"]]

# %% [markdown]
# ## 층마다 어디에 놓이나 · Where the layers place them
#
# 0층은 문맥을 보기 전이고, 12층은 맨 위층입니다. 점 위에 마우스를 올리면 문장이 보입니다.
#
# *Layer 0 has seen no context yet; 12 is the top. Hover over a point to read its sentence.*

# %%
explorer.draw(uses, "e5-small", layer=0, language="ko")

# %%
explorer.draw(uses, "e5-small", layer=12, language="ko")

# %% [markdown]
# ## 얼마나 갈라지나 · How far the senses come apart
#
# 가장 가까운 용례가 같은 뜻인 비율(1-NN)을 우연 수준과 나란히 봅니다. 정적 모델은 한 낱말에 벡터가 하나여서 아무 이웃이나 고른 것과 같습니다.
#
# *The share of uses whose nearest use has the same sense, beside chance. A static model scores what a random neighbour would.*

# %%
measured = explorer.measure(uses, ["word2vec-ko", "elmo-ko", "e5-small"])
best = measured.loc[measured.groupby("encoder", sort=False)["one_nn"].idxmax()]
columns = ["encoder", "layer", "one_nn", "one_nn_interval_low", "one_nn_interval_high", "chance", "bag_of_context", "n"]
best[columns].round(2)

# %%
explorer.draw_layers(uses, ["e5-small", "elmo-ko"], language="ko")

# %% [markdown]
# ## 내 문장 · A sentence of one's own
#
# 조사가 붙은 꼴은 찾고, 배우나 담배 속의 ‘배’는 찾지 않습니다. 새 문장에서 가까운 용례를 봅니다.
#
# *A word is found with its particles and not inside another word. Which bundled uses are nearest to the new one?*

# %%
mine = explorer.find("배우가 시원한 배를 깎아 접시에 담았다.", "배", sense="내 문장")
mine

# %%
explorer.nearest(mine + uses, 0, "e5-small", layer=12)[["cosine", "sentence", "sense"]].round(3)

# %% [markdown]
# ## 층 섞기 · A mix of layers
#
# ELMo처럼 모든 층을 가중치로 더합니다(Peters 외 2018). 결과는 NumPy 배열이라 어떤 도구로든 이어서 쓸 수 있습니다.
#
# *ELMo's scalar mix; the result is a NumPy array for any other tool.*

# %%
stack = explorer.encode(uses, "elmo-ko")
mixed = explorer.mix(stack, weights=[1, 2, 1])
stack.vectors.shape, mixed.shape

# %%
explorer.draw(uses, "elmo-ko", weights=[1, 2, 1], language="ko")

# %% [markdown]
# ## 프로브 · Probes
#
# 층마다 선형 프로브가 뜻을 얼마나 읽는지, 대조와 함께 봅니다.
#
# *How much of the sense a linear probe reads from each layer, beside its control.*

# %%
explorer.probe("bert-ko", "sense").round(3)

# %% [markdown]
# ## 저장 · Saving
#
# `explorer.save(figure, "배.svg")` — `.svg`, `.png`, `.pdf`, `.html`, `.csv`. 설정이 그림 아래와 파일 안에 남습니다.
#
# *The settings stay below the figure and in the file.*
