# Two stages: the first has what building takes, the second only what running takes.
FROM python:3.11-slim AS build
WORKDIR /src
RUN python -m venv /opt/adjutant
COPY requirements.lock ./
COPY pyproject.toml README.md LICENSE ./
COPY rules rules
COPY render render
COPY seats seats
COPY bot bot
# The lock also pins the tools of development; as constraints only what the bot needs of it is installed.
RUN /opt/adjutant/bin/pip install --no-cache-dir --disable-pip-version-check --constraint requirements.lock ".[postgresql]"

FROM python:3.11-slim
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin adjutant \
    && install --directory --owner adjutant --mode 0700 /data
COPY --from=build /opt/adjutant /opt/adjutant
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
