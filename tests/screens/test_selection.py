"""One selection: kept by ids, taken from the address, never longer than a link should be."""

from streamlit.testing.v1 import AppTest

from explorer.screens.selection import IN_LINK


def page():
    import streamlit as st

    from explorer.lexicon import bundled
    from explorer.screens import selection

    st.session_state.setdefault("asked", None)
    if st.session_state["asked"] is not None:
        selection.select(st.session_state["asked"])
    selection.bar(bundled.occurrences("ko", "bae"))
    st.session_state["seen"] = selection.selected()


def run(address=None, asked=None):
    app = AppTest.from_function(page, default_timeout=120)
    app.session_state["lang"] = "ko"
    app.session_state["asked"] = asked
    if address:
        app.query_params["sel"] = address
    app.run()
    assert not app.exception
    return app


def test_a_link_brings_its_selection_and_what_is_not_here_is_left_alone():
    app = run("bae.pear.01,bae.ship.02,<script>")
    assert app.session_state["seen"][:2] == ("bae.pear.01", "bae.ship.02")
    assert app.query_params["sel"] == "bae.pear.01,bae.ship.02"
    assert not app.button[0].disabled


def test_a_selection_too_long_for_a_link_stays_out_of_it():
    ids = [f"bae.{sense}.{k:02d}" for sense in ("pear", "ship") for k in range(1, 21)]
    app = run(asked=ids)
    assert len(app.session_state["seen"]) == 40 > IN_LINK
    assert "sel" not in app.query_params


def test_clearing_empties_it():
    app = run("bae.pear.01")
    app.button[0].click().run()
    assert app.session_state["seen"] == () and "sel" not in app.query_params
    assert app.button[0].disabled


def tables():
    import streamlit as st

    from explorer.screens import selection

    ids = ["a", "b", "c"]
    if st.session_state.get("from"):
        selection.select(st.session_state["asked"], st.session_state["from"])
    key, rows = selection.ticked("table", ids)
    st.session_state.setdefault(key, None)
    st.session_state["key"], st.session_state["rows"] = key, rows


def test_a_table_is_drawn_anew_for_a_selection_from_elsewhere_and_stays_for_its_own():
    app = AppTest.from_function(tables, default_timeout=60)
    app.run()
    first = app.session_state["key"]
    app.session_state["from"], app.session_state["asked"] = "table", ["b"]
    assert app.run().session_state["key"] == first
    app.session_state["from"], app.session_state["asked"] = "chart", ["c", "a"]
    app.run()
    assert app.session_state["key"] != first and app.session_state["rows"] == [0, 2]
