# The explorer as an image that needs no network once it is built, run by a user without rights.
#
#   docker build -t polysemy-explorer .
#   docker run --rm -p 8501:8501 -v explorer-data:/data polysemy-explorer
#
# then open http://localhost:8501. What people train and put on the shelf is kept in /data.
# A model from the Hugging Face hub may be fetched with -e HF_HUB_OFFLINE=0.

FROM python:3.12-slim AS built
WORKDIR /source
RUN python -m venv /opt/explorer
ENV PATH=/opt/explorer/bin:$PATH
# The CPU build of torch first: it saves gigabytes, and stays in its layer when the code changes.
COPY requirements.txt ./
RUN pip install --no-cache-dir --index-url https://download.pytorch.org/whl/cpu \
    "$(grep -E '^torch==' requirements.txt | cut -d' ' -f1)"
COPY pyproject.toml README.md LICENSE app.py ./
COPY .streamlit .streamlit
COPY static static
COPY assets assets
COPY probes probes
COPY explorer explorer
# requirements.txt gives the versions, pyproject.toml says what running needs: no tools of the tests.
RUN pip install --no-cache-dir --constraint requirements.txt .

FROM python:3.12-slim
RUN useradd --create-home --uid 1000 explorer && mkdir /data && chown explorer:explorer /data
COPY --from=built /opt/explorer /opt/explorer
ENV PATH=/opt/explorer/bin:$PATH \
    EXPLORER_CACHE=/data/cache \
    HF_HOME=/data/huggingface \
    HF_HUB_OFFLINE=1 \
    NUMBA_CACHE_DIR=/data/numba
USER explorer
WORKDIR /data
VOLUME /data
EXPOSE 8501
HEALTHCHECK --interval=30s --start-period=40s CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://localhost:8501/_stcore/health', timeout=5)"]
CMD ["polysemy-explorer", "app", "--no-browser", "--address", "0.0.0.0", "--port", "8501"]
