# The server over stdio: docker run -i --rm --init -v deep-think:/data deep-think-mcp
FROM node:22-slim AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
# The scripts stay out: the only one builds, which needs the sources below.
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build

FROM node:22-slim
WORKDIR /opt/deep-think-mcp
COPY --from=build /src/package.json /src/LICENSE /src/LICENSE-NOTICES ./
COPY --from=build /src/dist ./dist
COPY --from=build /src/config ./config
COPY --from=build /src/lenses ./lenses
RUN mkdir /data && chown node:node /data
ENV DEEP_THINK_HOME=/data
VOLUME /data
USER node
# A working folder other than the home folder would become the label of new sessions.
WORKDIR /home/node
ENTRYPOINT ["node", "/opt/deep-think-mcp/dist/main.cjs"]
