// Which room may import which, values and types alike. Checked by `npm run rooms`.

const MAY_IMPORT = {
  // The document of all pages, and the entries of server and browser.
  app: ["app/components"],
  "app/domain": [],
  "app/domain/accounts": [],
  "app/domain/racing": ["app/domain/text-faults.ts"],
  "app/domain/open-csv": ["app/domain/racing"],
  "app/domain/jv-data": ["app/domain/racing"],
  "app/domain/plans": ["app/domain/refused.ts"],
  "app/domain/seal": ["app/domain/racing", "app/domain/sha256.ts"],
  "app/domain/features": ["app/domain/racing"],
  "app/domain/learning": ["app/domain/racing", "app/domain/features"],
  "app/domain/scoring": ["app/domain/racing", "app/domain/features", "app/domain/learning"],
  "app/domain/settlement": ["app/domain/racing", "app/domain/scoring"],
  "app/domain/betting": ["app/domain/learning", "app/domain/racing"],
  "app/domain/what-if": ["app/domain/racing", "app/domain/features", "app/domain/learning", "app/domain/scoring"],
  "app/domain/evaluation": [
    "app/domain/racing",
    "app/domain/features",
    "app/domain/learning",
    "app/domain/scoring",
    "app/domain/settlement",
  ],
  "app/domain/days": [
    "app/domain/product-name.ts",
    "app/domain/learning/model-preference.ts",
    "app/domain/learning/model-status.ts",
    "app/domain/racing",
    "app/domain/scoring",
    "app/domain/settlement",
    "app/domain/evaluation/resample-days.ts",
    "app/domain/evaluation/returns.ts",
  ],
  "app/domain/own-records": [
    "app/domain/racing",
    "app/domain/scoring",
    "app/domain/settlement",
    "app/domain/evaluation/balances.ts",
    "app/domain/evaluation/resample-days.ts",
    "app/domain/evaluation/returns.ts",
  ],
  "app/domain/training": [
    "app/domain/refused.ts",
    "app/domain/racing",
    "app/domain/features",
    "app/domain/learning",
    "app/domain/evaluation",
  ],
  "app/domain/rankings": ["app/domain/racing", "app/domain/settlement", "app/domain/plans"],
  "app/domain/season": [
    "app/domain/racing",
    "app/domain/learning",
    "app/domain/settlement",
    "app/domain/evaluation",
    "app/domain/rankings",
  ],
  "app/domain/comparing": ["app/domain/evaluation", "app/domain/racing"],
  "app/domain/leagues": ["app/domain/comparing", "app/domain/days", "app/domain/racing", "app/domain/season"],
  "app/domain/suggestions": ["app/domain/comparing", "app/domain/features", "app/domain/racing"],
  "app/domain/backups": ["app/domain/racing/japan-time.ts"],
  "app/domain/sharing": ["app/domain/racing", "app/domain/scoring", "app/domain/rankings", "app/domain/season"],
  // What the operator is told, and from when on.
  "app/domain/operations": ["app/domain/job-kinds.ts", "app/domain/backups"],
  "app/domain/views": [
    "app/domain/days",
    "app/domain/own-marks.ts",
    "app/domain/accounts/profile.ts",
    "app/domain/racing",
    "app/domain/plans",
    "app/domain/features",
    "app/domain/learning",
    "app/domain/scoring",
    "app/domain/betting",
    "app/domain/evaluation",
    "app/domain/comparing",
    "app/domain/suggestions",
    "app/domain/what-if",
    "app/domain/seal",
    "app/domain/season",
    "app/domain/leagues",
    "app/domain/own-records",
  ],
  "app/db": ["app/domain"],
  "app/adapters": ["app/domain"],
  "app/http": ["app/domain"],
  "app/services": ["app/domain", "app/db", "app/adapters"],
  "app/demo": ["app/domain", "app/db", "app/adapters", "app/services"],
  "app/forms": ["app/domain", "app/http"],
  "app/components": ["app/domain", "app/forms", "app/http"],
  // Routes get the services from the load context. They may import only types from the root (below).
  "app/routes": ["app/forms", "app/components", "app/domain", "app/http", "app/root.tsx"],
  workers: ["app/domain", "app/db", "app/adapters", "app/services"],
  "workers/web": [
    "app/domain",
    "app/db",
    "app/adapters",
    "app/services",
    "app/forms",
    "app/http",
    "workers/environment.ts",
  ],
  "workers/jobs": ["app/domain", "app/adapters", "app/services", "workers/environment.ts"],
  // The entries of local starts: no other room imports the demo.
  "workers/local": ["app/demo", "workers"],
};

/** Packages that the domain may import: no framework, no database, no platform. */
const PURE_PACKAGES = ["papaparse", "zod"];

const ROOMS = Object.keys(MAY_IMPORT);
const within = (place) => (/\.\w+$/.test(place) ? `^${place.replaceAll(".", "\\.")}$` : `^${place}/`);
const roomsBelow = (room) => ROOMS.filter((other) => other.startsWith(`${room}/`)).map(within);
/** A room's own files; if it contains other rooms, only its direct files, so that a new folder must be listed above. */
const ownFiles = (room) => (roomsBelow(room).length > 0 ? `^${room}/[^/]+$` : within(room));

const rooms = ROOMS.map((room) => ({
  name: `room ${room}`,
  severity: "error",
  from: { path: within(room), pathNot: roomsBelow(room) },
  to: { path: "^(app|workers|scripts|test)/", pathNot: [ownFiles(room), ...MAY_IMPORT[room].map(within)] },
}));

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    ...rooms,
    {
      name: "root's types only",
      comment: "Pages refer to the type of the root loader's data; Remix renders the root around them.",
      severity: "error",
      from: { path: "^app/routes/" },
      to: { path: "^app/root\\.tsx$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "pure domain",
      severity: "error",
      from: { path: "^app/domain/" },
      to: {
        dependencyTypesNot: ["local", "localmodule", "aliased"],
        pathNot: ["^app/", `node_modules/(${PURE_PACKAGES.join("|")})/`],
      },
    },
    {
      name: "tests stay out of commands",
      comment: "Only the bench uses the tests' reference implementations and fixtures.",
      severity: "error",
      from: { path: "^scripts/", pathNot: "^scripts/bench/" },
      to: { path: ["^test/", "^app/demo/"] },
    },
    { name: "no cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "found",
      comment: "An import that does not resolve would not be checked by the other rules.",
      severity: "error",
      from: {},
      // The kernel is passed to workerd under this name when the Worker starts.
      to: { couldNotResolve: true, pathNot: "^\\./trees\\.wasm$" },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: ["node_modules", "^build/"] },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["workerd", "import", "types", "default"] },
  },
};
