# The base has to bring Node, npm and a Debian-like userland; any Node >= 20.19 will do.
ARG NODE_IMAGE=node:24-slim

# Compile. Development dependencies stay in this stage.
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
RUN npm run build
COPY openapi.yaml ./
COPY fixtures ./fixtures
# COPY keeps the modes of the checkout, and a strict umask there must not lock out the user below.
RUN chmod -R u=rwX,go=rX dist fixtures openapi.yaml package.json

# Production dependencies only. All of them are plain JavaScript: no lifecycle script is needed.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund

FROM ${NODE_IMAGE}
LABEL org.opencontainers.image.title="Stuntdouble" \
      org.opencontainers.image.description="A stand-in for a real HTTP service, driven by its OpenAPI contract: stateful, scope-checked, and validated both ways." \
      org.opencontainers.image.licenses="MIT"

# The only place that is written to. A new named volume takes over this directory's owner.
RUN install -d -o 1000 -g 1000 /data
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

# Asks on the address and port that the server takes from the same variables.
HEALTHCHECK --interval=30s --timeout=5s --start-period=15s --retries=3 \
  CMD ["node", "-e", "const e=process.env,h=e.STUNTDOUBLE_HOST;require('node:http').get({host:!h||h==='0.0.0.0'||h==='::'?'127.0.0.1':h,port:e.STUNTDOUBLE_PORT||e.PORT||4010,path:'/_mock/health'},r=>process.exit(r.statusCode===200?0:1)).on('error',()=>process.exit(1))"]

# No shell in between: node is process 1, and the signal reaches it.
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/dist/cli.js"]
CMD ["serve"]
