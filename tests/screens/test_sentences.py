"""What a person types: taken, or still in the box with the reason; and shown as it was typed."""

from streamlit.testing.v1 import AppTest

from explorer.screens.sentences import MOST
from explorer.screens.session import plain

WORD = "bae"


def page():
    from explorer.errors import ExplorerError
    from explorer.screens.sentences import take_sentences
    from explorer.screens.session import warn

    take_sentences("ko", "bae")
    warn(ExplorerError("word_not_in_sentence", word="배", sentence="![x](http://example.org/a.png) **$1$**"))


def typed(text, **state):
    app = AppTest.from_function(page, default_timeout=120)
    app.session_state[f"typed-{WORD}"] = text
    app.session_state[f"submitted-{WORD}"] = True
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    assert not app.exception
    return app, app.session_state["own"].get(WORD, ()), app.session_state[f"typed-{WORD}"].splitlines()


def test_what_cannot_be_used_stays_in_the_box():
    bad = ["배우가 왔다", "[]배", "![](http://example.org/a.png)", "=1+1"]
    good = ["하얀 배가 뜬다.", "<script>[배]</script>", "🎉 배를 🎉", "\u202e[배]가"]
    app, own, left = typed("\n\n".join([*bad, *good]))
    assert left == bad and len(own) == len(good) == len({o.id for o in own})
    assert len(app.session_state["own-problems"]) == len(bad)
    assert "\\!\\[x\\]" in app.warning[0].value  # no image is fetched


def test_what_has_no_room_goes_back_to_the_box_in_order():
    lines = [f"{n}번 배가 배를 배에서 만났다." for n in range(MOST // 3 + 3)] + ["[배]를 더 깎았다."]
    _, own, left = typed("\n".join(lines))
    assert len(own) == MOST
    taken = {o.text for o in own}
    assert [line for line in lines if line not in taken or line == left[0]] == left


def test_a_full_word_takes_nothing_and_loses_nothing():
    _, own, _ = typed("\n".join(f"{n}번 배가 떴다." for n in range(MOST)))
    _, after, left = typed("한 [배] 더\n두 [배] 더", own={WORD: own})
    assert after == own and left == ["한 [배] 더", "두 [배] 더"]


def test_markdown_of_ones_own_is_shown_and_not_obeyed():
    assert plain("**배** $1$ [a](b)") == "\\*\\*배\\*\\* \\$1\\$ \\[a\\]\\(b\\)"
