// The Remix server build, whose types are remix-build.d.ts whether or not it was built yet.
export * from "../../../build/server/index.js";
