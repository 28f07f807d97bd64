import type { Services } from "#app/services/create-services.server.ts";

/** `?part=web` ignores the sweep, so that a release that mends the jobs is not refused. */
export async function handleHealth(
  services: Services,
  { build, part }: { build: string; part: string | null },
): Promise<Response> {
  const { dataVersion, ages, areJobsDown } = await services.jobHealth.readHealth();
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
