"""What a person chose stays chosen, typed or picked, and no address opens what is not on offer."""

from streamlit.testing.v1 import AppTest


def page():
    import streamlit as st

    from explorer.screens.links import linked_or_typed, remember

    st.session_state["page"] = "somewhere"
    key, options = linked_or_typed("model", ["a", "b"], "a", not_here=["a", "b", "elsewhere"])
    value = st.text_input("model", key=key)  # stands for a box of options, into which AppTest cannot type
    st.caption(",".join(options))
    remember("model", value.strip(), "a")


def typed(app, value):
    app.text_input[0].input(value).run()
    return app.text_input[0].value


def test_a_typed_name_is_kept_and_another_takes_its_place():
    app = AppTest.from_function(page).run()
    assert app.text_input[0].value == "a"
    assert typed(app, "klue/bert-base") == "klue/bert-base"
    assert app.run().text_input[0].value == "klue/bert-base" and app.query_params["model"] == "klue/bert-base"
    assert typed(app, "../mine") == "../mine" and app.caption[0].value == "a,b,../mine"
    assert typed(app, "b") == "b"
    assert typed(app, "   ") == "b" and typed(app, "elsewhere") == "b"


def test_an_address_opens_nothing_that_is_not_on_offer():
    app = AppTest.from_function(page)
    app.query_params["model"] = "../../etc"
    assert app.run().text_input[0].value == "a"
