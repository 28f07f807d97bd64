// Who may import whom (README "The rooms"), of values and of types alike; `npm run rooms` holds it.

/** Which of our own folders or files each room may import; its own files are always allowed. */
const MAY_IMPORT = {
  // The document around every page, and the entries of server and browser.
  app: ["app/components"],
  "app/domain": [],
  "app/domain/racing": [],
  "app/domain/open-csv": ["app/domain/racing"],
  "app/domain/plans": [],
  "app/domain/features": ["app/domain/racing"],
  "app/domain/learning": ["app/domain/racing", "app/domain/features"],
  "app/domain/scoring": ["app/domain/racing", "app/domain/features", "app/domain/learning"],
  "app/domain/settlement": ["app/domain/racing", "app/domain/scoring"],
  // How good a forecast was: what it was worth and what carries it.
  "app/domain/evaluation": [
    "app/domain/racing",
    "app/domain/features",
    "app/domain/learning",
    "app/domain/scoring",
    "app/domain/settlement",
  ],
  "app/domain/training": ["app/domain/racing", "app/domain/features", "app/domain/learning", "app/domain/evaluation"],
  "app/domain/rankings": ["app/domain/racing", "app/domain/settlement", "app/domain/plans"],
  "app/domain/views": [
    "app/domain/profile.ts",
    "app/domain/racing",
    "app/domain/plans",
    "app/domain/features",
    "app/domain/learning",
    "app/domain/scoring",
    "app/domain/evaluation",
  ],
  "app/db": ["app/domain"],
  "app/adapters": ["app/domain"],
  "app/http": ["app/domain"],
  "app/services": ["app/domain", "app/db", "app/adapters"],
  "app/demo": ["app/domain", "app/db", "app/adapters", "app/services"],
  "app/forms": ["app/domain", "app/http"],
  "app/components": ["app/domain", "app/forms", "app/http"],
  // Services reach routes through the load context. Of the root only the type of its data (below).
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
  // The local start's entries: nothing else imports the demo.
  "workers/local": ["app/demo", "workers"],
};

/** Packages that pure code may use: no framework, no database, no platform. */
const PURE_PACKAGES = ["papaparse", "zod"];

const ROOMS = Object.keys(MAY_IMPORT);
const within = (place) => (/\.\w+$/.test(place) ? `^${place.replaceAll(".", "\\.")}$` : `^${place}/`);
const roomsBelow = (room) => ROOMS.filter((other) => other.startsWith(`${room}/`)).map(within);
/** A room's own files. Of one with rooms below only what lies beside them, so that a new folder is no way in. */
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
      comment: "A page names the type of the root's data, as Remix has it; the root itself is drawn around the page.",
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
      comment: "The bench alone measures beside the plain references of the tests, and on their sites.",
      severity: "error",
      from: { path: "^scripts/", pathNot: "^scripts/bench/" },
      to: { path: ["^test/", "^app/demo/"] },
    },
    { name: "no cycle", severity: "error", from: {}, to: { circular: true } },
    {
      name: "found",
      comment: "What is not found obeys every rule unseen.",
      severity: "error",
      from: {},
      // The kernel is handed to workerd under this name by who starts the Worker.
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
