import { createJobsWorker } from "./jobs-worker.ts";

export default createJobsWorker({});
