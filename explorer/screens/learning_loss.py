"""The loss of a training, beneath its film."""

import streamlit as st

from explorer.analysis.learning import Film
from explorer.figures.style import other_marks
from explorer.figures.training import loss_curves
from explorer.screens import learning_texts
from explorer.screens.charts import chart
from explorer.screens.learning_names import reads
from explorer.screens.learning_parts import plain_legend
from explorer.screens.session import say, theme


def draw(film: Film, moment: int) -> None:
    """The loss, with a line at the moment shown; nothing where it was not written down."""
    if not film.loss:
        return
    words = say()
    st.subheader(words("learning.loss_title"))
    st.caption(words("learning.loss_help"))
    drawn = other_marks([*film.layers, *film.loss], theme())  # none that the curves of layers have
    names = {name: words(f"learning.loss_{name}") for name in film.loss}
    chart(
        loss_curves(
            film.loss, names, drawn, at=film.tokens[moment], theme=theme(),
            x_title=words(f"learning.tokens_{reads(film)}"), y_title=words("learning.loss"),
        ),
        key="film-loss", alt=words("learning.loss_alt"), facts=learning_texts.facts(film, None, None, "", None),
    )  # fmt: skip
    plain_legend([(drawn[name], names[name]) for name in film.loss])
