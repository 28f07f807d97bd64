import { demo } from "#app/demo/demo.server.ts";
import { createJobsWorker } from "#workers/jobs/jobs-worker.ts";

export default createJobsWorker({ demo });
