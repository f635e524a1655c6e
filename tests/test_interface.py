"""`import explorer`, as a person at a prompt or in a notebook meets it."""

import inspect
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import explorer
from explorer import ExplorerError

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def pears():
    return explorer.uses("배")


def test_importing_is_light_and_a_picture_of_bundled_words_needs_no_model():
    code = (
        "import sys, explorer\n"
        "heavy = {'torch', 'transformers', 'umap', 'gensim', 'kiwipiepy'}\n"
        "assert not ({'numpy', 'pandas', 'plotly', 'streamlit'} | heavy) & set(sys.modules)\n"
        "assert 'probe' in explorer.interface.__all__\n"
        "explorer.draw(explorer.uses('눈'), 'e5-small', layer=9)\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
        "assert 'streamlit' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_every_name_is_there_is_explained_and_hides_no_module():
    modules = {path.stem for folder in ("explorer", "explorer/interface") for path in (ROOT / folder).iterdir()}
    from explorer import interface

    assert explorer.__all__ == interface.__all__ == sorted(explorer.__all__, key=lambda name: (name.islower(), name))
    for name in explorer.__all__:
        assert name in dir(explorer) and name not in modules
        assert len(inspect.getdoc(getattr(explorer, name)) or "") > 40, name
    with pytest.raises(AttributeError):
        explorer.no_such_name  # noqa: B018


def test_tables_of_what_is_there():
    known = explorer.encoder_table().set_index("id")
    assert known.loc["word2vec-ko", "usable"] and known.loc["e5-small", "layers"] == 13
    assert {"배", "쓰다"} <= set(explorer.word_table()["word"])
    assert "bank" in set(explorer.word_table("en")["word"])
    assert list(explorer.sense_table("bae")["id"]) == list(explorer.sense_table("배")["id"])
    with pytest.raises(ExplorerError, match="뷁"):
        explorer.uses("뷁")


def test_uses_stay_uses_and_are_a_table(pears):
    ships = pears.where(sense="bae.ship")
    assert 0 < len(ships) < len(pears) and {use.sense for use in ships} == {"bae.ship"}
    assert isinstance(pears[:3] + ships, explorer.Uses) and pears[0] == next(iter(pears))
    table = pears.table()
    assert len(table) == len(pears) and table["sentence"].str.contains(r"\[배\]").all()


def test_a_notebook_shows_a_sentence_as_text():
    shown = explorer.bracketed("<img src=x onerror=alert(1)> [배]가 <b>온다</b>", sense="<i>")._repr_html_()
    assert "<img" not in shown and "<b>온다" not in shown and "&lt;img" in shown and "<i>" not in shown
    assert "60 more" in explorer.uses("배")._repr_html_()
    assert "<table" in explorer.Uses()._repr_html_()


def test_a_word_is_found_in_texts_as_the_app_finds_it():
    found = explorer.find(["배가 고파서 배를 먹었다.", "배우가 담배를 피운다.", "배 타러 가자."], "배", sense="내 뜻")
    assert [use.form for use in found] == ["배", "배", "배"]
    assert {use.sense for use in found} == {"내 뜻"}
    assert explorer.find("글을 썼다.", "쓰다")[0].form == "썼"


def test_a_table_of_ones_own_is_read(tmp_path):
    (tmp_path / "mine.tsv").write_text("sentence\tsense\n[배]가 고프다\ta\n[배]를 탔다\tb\n", encoding="utf-8")
    assert [use.sense for use in explorer.read(tmp_path / "mine.tsv")] == ["a", "b"]


def test_a_mix_of_one_layer_is_that_layer(pears):
    stack = explorer.encode(pears[:6], "e5-small")
    assert stack.vectors.shape == (13, 6, 384) and stack.vectors.dtype == np.float32
    assert repr(stack) == "<LayerStack of e5-small: 13 layers × 6 occurrences × 384>"
    assert explorer.mix(stack, np.eye(13)[4]) == pytest.approx(stack.vectors[4], abs=1e-5)
    assert explorer.mix(stack) == pytest.approx(stack.vectors.mean(axis=0), abs=1e-4)
    for wrong in ([1, 2], [-1] * 13, [0] * 13, [[1] * 13]):
        with pytest.raises(ExplorerError, match="13"):
            explorer.mix(stack, wrong)


def test_projecting_gives_a_row_a_layer_and_use(pears):
    points = explorer.project(pears, "e5-small")
    assert len(points) == 13 * len(pears)
    radius = points.groupby("layer").apply(lambda layer: (layer.x**2 + layer.y**2).mean())
    assert radius.to_numpy() == pytest.approx(1)
    assert len(explorer.project(pears, "e5-small", weights=[1] * 13)) == len(pears)


def test_cosines_are_symmetric_and_the_nearest_is_their_greatest(pears):
    cosines = explorer.similarity(pears, "e5-small", layer=12)
    assert np.allclose(cosines, cosines.T) and np.allclose(np.diag(cosines), 1)
    near = explorer.nearest(pears, 0, "e5-small", layer=12, count=3)
    assert near["cosine"].is_monotonic_decreasing
    assert near["cosine"][0] == pytest.approx(cosines.iloc[0, 1:].max())
    with pytest.raises(ExplorerError, match="12"):
        explorer.nearest(pears, 0, "e5-small", layer=13)


def test_words_are_near_a_word_in_a_static_model_alone():
    assert len(explorer.nearest_words("학교", count=4)) == 4
    with pytest.raises(ExplorerError, match="e5-small"):
        explorer.nearest_words("학교", "e5-small")


def test_measures_of_two_encoders_stand_in_one_frame_beside_their_baselines(pears):
    frame = explorer.measure(pears, ["word2vec-ko", "e5-small"], permutations=50)
    assert list(frame["encoder"]) == ["word2vec-ko"] + ["e5-small"] * 13
    static = frame.iloc[0]
    assert static["one_nn"] == pytest.approx(static["chance"])  # one vector a word: a random neighbour
    best = frame.loc[frame["one_nn"].idxmax()]
    assert best["one_nn_interval_low"] < best["one_nn"] < best["one_nn_interval_high"]
    assert frame.select_dtypes("number").shape[1] > 15
    lines = repr(frame.head(3)).splitlines()
    assert max(map(len, lines[:4])) < 150 and "0.24–0.24" in lines[1]  # a notebook shows it without scrolling
    left = lines[-1].partition(": ")[2].split(", ")
    assert "majority" in left and set(left) <= set(frame.columns)
    assert "majority" not in frame._repr_html_().partition("<p>")[0]
    assert repr(pd.concat([frame, frame])).count("word2vec-ko") == 2
    assert "chance" in repr(frame[["layer", "one_nn", "chance"]])  # what a person picks is what is shown


def test_word_in_context_ranks_pairs(tmp_path):
    senses = [explorer.uses("눈").where(sense=sense) for sense in ("nun.eye", "nun.snow")]
    rows = [
        f"눈\t{a.bracketed}\t{b.bracketed}\t{a.sense == b.sense}"
        for a in senses[0][:6]
        for b in (senses[0] + senses[1])[6::4]
    ]
    (tmp_path / "pairs.tsv").write_text("Target\tSENTENCE1\tSENTENCE2\tANSWER\n" + "\n".join(rows), encoding="utf-8")
    frame = explorer.wic(tmp_path / "pairs.tsv", "word2vec-ko")
    assert frame["auc"][0] == pytest.approx(0.5)


def test_a_ready_probe_stands_beside_what_it_must_beat():
    frame = explorer.probe("word2vec-ko", "sense")
    assert set(frame["kind"]) == {"layer", "baseline"} and set(frame["encoder"]) == {"word2vec-ko"}
    assert frame["interval_low"][0] <= frame["accuracy"][0] <= frame["interval_high"][0]


def test_figures_carry_a_legend_and_their_settings(pears):
    figure = explorer.draw(pears, "e5-small", layer=12, language="ko")
    assert sum(len(trace.x) for trace in figure.data) == len(pears)
    assert all(trace.showlegend for trace in figure.data) and figure.layout.meta["n"] == len(pears)
    assert "12" in figure.layout.title.text
    mixed = explorer.draw(pears, "e5-small", weights=[0] * 12 + [1])
    top = {use: point for trace in figure.data for use, *point in zip(trace.customdata, trace.x, trace.y, strict=True)}
    for trace in mixed.data:  # the mix of the top layer alone lies where the top layer does
        for use, *point in zip(trace.customdata, trace.x, trace.y, strict=True):
            assert point == pytest.approx(top[use], abs=1e-4)
    assert explorer.draw(pears, "word2vec-ko").data[0].text == ("80",)
    curves = explorer.draw_layers(pears, ["e5-small", "elmo-ko"])
    assert [trace.name for trace in curves.data if trace.showlegend]
    assert json.loads(curves.to_json())["layout"]["meta"]["encoders"][0][0] == "e5-small"


def test_a_figure_is_saved_and_nothing_is_overwritten(pears, tmp_path):
    figure = explorer.draw(pears, "e5-small")
    path = explorer.save(figure, tmp_path / "그림.html")
    assert "배" in path.read_text(encoding="utf-8")
    with pytest.raises(ExplorerError, match="replace"):
        explorer.save(figure, path)
    explorer.save(figure, path, replace=True)
    with pytest.raises(ExplorerError, match=r"\.svg"):
        explorer.save(figure, tmp_path / "figure.docx")
    numbers = pd.read_csv(explorer.save(figure, tmp_path / "figure.csv"))
    assert len(numbers) >= len(pears)
