import type { Services } from "#app/services/create-services.server.ts";

/**
 * GET /healthz: the build, the data version, the ages of what is stored in seconds, and those of the crons. 503 where the jobs
 * Worker's sweep has not run for ten minutes; of `?part=web`, which a deployment asks, this is not judged, or a release that
 * mends the jobs would be refused for them. Throws if D1 or R2 do not respond, which results in a 500.
 */
export async function answerHealth(
  services: Services,
  { build, part }: { build: string; part: string | null },
): Promise<Response> {
  const { dataVersion, ages, areJobsDown } = await services.operations.readHealth();
  const health = {
    build,
    data_version: dataVersion,
    odds_age_s: ages.odds,
    weights_age_s: ages.weights,
    results_age_s: ages.results,
    delivery_age_s: ages.delivery,
    sweep_age_s: ages.sweep,
    hourly_age_s: ages.hourly,
  };
  return Response.json(health, { status: areJobsDown && part !== "web" ? 503 : 200 });
}
