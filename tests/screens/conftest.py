import sys

import pytest


@pytest.fixture(autouse=True)
def the_main_module_stays():
    """AppTest puts the app in the place of `__main__`; a process pool started later would run it again."""
    before = sys.modules["__main__"]
    yield
    sys.modules["__main__"] = before
