# One image for every role: the server by default, any other command of bin/silhouette by name.
#
#     docker build -t silhouette .
#     docker build -t silhouette --build-arg WITH_MODELS=1 .     with the networks inside: its first start needs no registry
#     docker run --read-only --tmpfs /tmp -v silhouette:/data -p 8080:8080 silhouette
#
# See docs/operations.md.
ARG NODE_IMAGE=node:22-slim

# The build: dist/, which is the same for every platform; made on that of the machine.
FROM --platform=$BUILDPLATFORM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY vendor vendor
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json ./
COPY catalog catalog
COPY kernels kernels
COPY scripts scripts
COPY src src
COPY web web
RUN npm run build

# Production dependencies, for this platform only.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY vendor vendor
COPY deploy/docker/prune-platforms deploy/docker/
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && sh deploy/docker/prune-platforms node_modules

FROM ${NODE_IMAGE} AS program
WORKDIR /app
COPY package.json .npmrc LICENSE NOTICE ./
COPY vendor vendor
COPY bin bin
COPY catalog catalog
COPY kernels/kernels.wasm kernels/
COPY deploy/docker/entrypoint deploy/docker/
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/dist dist
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    DATA_DIR=/data

# The networks, if wanted inside. Without WITH_MODELS=1 they are fetched at the first start, into the volume.
FROM program AS models
ARG WITH_MODELS=0
RUN mkdir -p /fetched/models && if [ "$WITH_MODELS" = 1 ]; then DATA_DIR=/fetched bin/silhouette models pull; fi && \
    chmod -R a+rX /fetched

FROM program
COPY --from=models /fetched/models models
# By number, so that Kubernetes can see that it is not root.
RUN mkdir /data && chown 1000:1000 /data && chmod 0700 /data
USER 1000:1000
VOLUME /data
EXPOSE 8080
# The first start fetches and prepares the networks.
HEALTHCHECK --interval=30s --timeout=10s --start-period=10m --retries=3 CMD ["bin/silhouette", "health"]
ENTRYPOINT ["sh", "deploy/docker/entrypoint"]
CMD ["serve"]
