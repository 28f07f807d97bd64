import { createWebWorker } from "./web-worker.ts";

export default createWebWorker({});
