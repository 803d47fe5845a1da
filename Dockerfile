# Three stages: the first has what building takes, the second writes what is in it (the bill of materials), the third has only
# what running takes. To pin the image of Python by its
# digest, give it: docker build --build-arg PYTHON=python@sha256:... (docs/operations.md).
# The tests run these steps in an empty folder (tests/bot/test_deploy.py).
ARG PYTHON=python:3.11-slim
FROM ${PYTHON} AS build
WORKDIR /src
RUN python -m venv /opt/adjutant
COPY deploy/bot.lock deploy/
RUN /opt/adjutant/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes --no-deps -r deploy/bot.lock
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY render render
COPY seats seats
COPY league league
COPY triplea triplea
COPY analysis analysis
COPY bot bot
COPY local_discord local_discord
RUN /opt/adjutant/bin/pip install --no-cache-dir --disable-pip-version-check --no-deps --no-build-isolation .

FROM build AS bill
COPY deploy/sbom.lock deploy/
RUN python -m venv /opt/bill && /opt/bill/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes --no-deps -r deploy/sbom.lock
RUN /opt/bill/bin/cyclonedx-py environment --output-reproducible --gather-license-texts --pyproject pyproject.toml -o /opt/adjutant.cdx.json /opt/adjutant/bin/python

FROM ${PYTHON}
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin adjutant \
    && install --directory --owner adjutant --mode 0700 /data
COPY --from=build /opt/adjutant /opt/adjutant
COPY --from=bill /opt/adjutant.cdx.json /opt/adjutant/adjutant.cdx.json
ENV PATH=/opt/adjutant/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONSAFEPATH=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    ADJUTANT_DATA_DIR=/data \
    ADJUTANT_LOG_FORMAT=json
USER adjutant
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["python", "-m", "bot.ops.health"]
CMD ["python", "-m", "bot"]
