# The base has to bring Node, npm and a Debian-like userland; any Node >= 20.19 will do. docs/docker.md has the
# command that pins it by its digest.
ARG NODE_IMAGE=node:24-slim

# Compile. Development dependencies stay in this stage.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
# Types are for projects that compile against the package.
RUN npm run build && find dist -name '*.d.ts' -delete
COPY openapi.yaml ./
COPY fixtures ./fixtures
# COPY keeps the modes of the checkout, and a strict umask there must not lock out the user below.
RUN chmod -R u=rwX,go=rX dist fixtures openapi.yaml package.json

# Production dependencies only. All of them are plain JavaScript: no lifecycle script is needed.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# What a plain install leaves out, since only --store needs it.
COPY --from=build /app/node_modules/@redis ./node_modules/@redis
RUN find node_modules -type f \( -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.map' \) -delete

FROM ${NODE_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Stuntdouble" \
      org.opencontainers.image.description="A mock server driven by an OpenAPI contract: stateful, scope-checked, and validated both ways." \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"

# Nothing is installed in a container: package managers would only be of use to an intruder.
# /data is the only place that is written to. A new named volume takes over this directory's owner and mode.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
      /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn* \
    && install -d -m 0700 -o 1000 -g 1000 /data
VOLUME ["/data"]

# The port is left out, as it is 4010 anyway: set here, it would win over the PORT of a platform.
ENV NODE_ENV=production \
    STUNTDOUBLE_HOST=0.0.0.0 \
    STUNTDOUBLE_DATA=/data \
    STUNTDOUBLE_LOG=json
EXPOSE 4010

# Rarely changed first. Everything here belongs to root: the server cannot rewrite itself.
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/package.json /app/openapi.yaml ./
COPY --from=build /app/fixtures ./fixtures
COPY --from=build /app/dist ./dist

# The official image calls this user "node". A number lets an orchestrator see that it is not root.
USER 1000:1000

# Asks at the address, port and prefix that the server takes from the same variables. Without the control API any
# answer will do.
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "const e=process.env,h=e.STUNTDOUBLE_HOST,isOff=/^(0|false|no|off)$/i.test(e.STUNTDOUBLE_CONTROL);require('node:http').get({host:!h||h==='0.0.0.0'||h==='::'?'127.0.0.1':h,port:e.STUNTDOUBLE_PORT||e.PORT||4010,path:(e.STUNTDOUBLE_CONTROL_PREFIX||'/_mock')+'/health'},r=>process.exit(isOff||r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]

# No shell in between: node is process 1, and the signal reaches it.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/dist/cli.js"]
CMD ["serve"]
