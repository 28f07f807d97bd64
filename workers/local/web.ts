import { demo } from "#app/demo/demo.server.ts";
import { createWebWorker } from "#workers/web/web-worker.ts";
import { demoRoutes } from "./demo-routes.ts";

export default createWebWorker({ demo, demoRoutes });
