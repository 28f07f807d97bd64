import { dayNumber } from "#app/domain/racing/japan-time.ts";
import { type Sex, VenueType } from "#app/domain/racing/race.ts";
import { createStream, type Stream, StreamPurpose } from "./random.ts";
import { inventHorseName, inventPersonName } from "./words/names.ts";

/** Abilities and aptitudes are in logits: utilities of the Plackett–Luce draw. */
interface Sire {
  name: string;
  daughters: string[];
  ability: number;
  turfLean: number;
  /** Logarithm of the favoured distance in metres. */
  logDistance: number;
  wetLean: number;
}

export interface Person {
  id: string;
  name: string;
  skill: number;
  venueType: VenueType;
  region: 0 | 1;
  allowanceKg: number;
}

export interface Horse {
  id: string;
  name: string;
  birthYear: number;
  female: boolean;
  geldedDay: number;
  sire: Sire;
  damSire: Sire;
  damName: string;
  trainer: Person;
  circuit: VenueType;
  ability: number;
  turfLean: number;
  logDistance: number;
  wetLean: number;
  /** 0 leads … 1 comes from the rear. */
  style: number;
  /** Strength lost while young; larger for slow maturers. */
  immaturity: number;
  frameKg: number;
  form: number;
  starts: number;
  /** Central: 0 maiden … 4 open. Regional: 0 lowest … 6 top. */
  classLevel: number;
  /** Recent prize money: the highest earners get into the graded races. */
  earningsYen: number;
  jumper: boolean;
  readyDay: number;
  lastStartDay: number;
  lastWeightKg: number | null;
  lastJockey: Person | null;
  /** Entered for a coming race: may neither be entered again nor leave. */
  committed: boolean;
  gone: boolean;
}

export interface Population {
  seed: number;
  horses: Map<VenueType, Horse[]>;
  jockeys: Map<VenueType, Person[]>;
  trainers: Map<VenueType, Person[]>;
  sires: Sire[];
  horseNames: Set<string>;
  nextSerial: number;
  /** Circuit and birth year of the cohorts added, so that none is added twice. */
  cohorts: Set<string>;
}

const SIRE_COUNT = 160;
const DAUGHTERS = 40;
const JOCKEY_COUNTS = [
  [VenueType.central, 132],
  [VenueType.nankan, 48],
  [VenueType.monbetsu, 26],
  [VenueType.otherRegional, 30],
] as const;
const TRAINER_COUNTS = [
  [VenueType.central, 190],
  [VenueType.nankan, 80],
  [VenueType.monbetsu, 40],
  [VenueType.otherRegional, 40],
] as const;

/** Two-year-olds that join a circuit each year. */
export const YEARLY_INTAKE: ReadonlyMap<VenueType, number> = new Map<VenueType, number>([
  [VenueType.central, 4500],
  [VenueType.nankan, 420],
  [VenueType.monbetsu, 620],
  [VenueType.otherRegional, 90],
]);

/** Share of a cohort still racing, by age at the start of the simulation. */
const SURVIVAL_BY_AGE = [0, 0, 1, 0.8, 0.42, 0.3, 0.18, 0.09, 0.04];

export function sexOn(horse: Horse, day: number): Sex {
  if (horse.female) return "female";
  return day >= horse.geldedDay ? "gelding" : "male";
}

export function createPopulation(seed: number, firstDay: number, year: number): Population {
  const stream = createStream(seed, StreamPurpose.people);
  const horseNames = new Set<string>();
  const personNames = new Set<string>();
  const sires = Array.from({ length: SIRE_COUNT }, () => createSire(stream, horseNames));
  nameDams(sires, createStream(seed, StreamPurpose.dams));
  const hire = (prefix: string, skillSd: number, counts: readonly (readonly [VenueType, number])[]) => {
    let serial = 0;
    return new Map(
      counts.map(([venueType, count]) => [
        venueType,
        evenNormals(count, stream).map((normal): Person => {
          serial += 1;
          const skill = skillSd * normal;
          return {
            id: `${prefix}${String(serial).padStart(4, "0")}`,
            name: inventPersonName(stream, personNames),
            skill,
            venueType,
            region: stream.chance(0.5) ? 0 : 1,
            allowanceKg: skill < -0.1 && stream.chance(0.3) ? 1 + stream.below(3) : 0,
          };
        }),
      ]),
    );
  };
  const population: Population = {
    seed,
    jockeys: hire("j", 0.54, JOCKEY_COUNTS),
    trainers: hire("t", 0.39, TRAINER_COUNTS),
    sires,
    horseNames,
    horses: new Map(JOCKEY_COUNTS.map(([venueType]) => [venueType, []])),
    nextSerial: 1,
    cohorts: new Set(),
  };
  for (let age = SURVIVAL_BY_AGE.length - 1; age >= 2; age--) {
    for (const [circuit, intake] of YEARLY_INTAKE) {
      // Regional horses race longer, and many of them came from the central circuit.
      const regional = circuit !== VenueType.central;
      const share = (SURVIVAL_BY_AGE[age] ?? 0) * (regional ? (age === 2 ? 1 : 2.1) : 1);
      addCohort(population, { circuit, birthYear: year - age, count: Math.round(intake * share), firstDay });
    }
  }
  return population;
}

/**
 * Standard normal values at even quantiles, in random order. With independent draws the skill of models would differ
 * between seeds by a tenth.
 */
function evenNormals(count: number, stream: Stream): number[] {
  const drawn = Array.from({ length: count }, () => stream.uniform());
  const order = drawn.toSorted((a, b) => a - b);
  return drawn.map((value) => normalAt((order.indexOf(value) + 0.5) / count));
}

/** Tukey's approximation of the inverse normal distribution, accurate to two digits. */
const normalAt = (quantile: number): number => 4.91 * (quantile ** 0.14 - (1 - quantile) ** 0.14);

/** With their own stream and names, so that the horses stay the same. */
function nameDams(sires: readonly Sire[], stream: Stream): void {
  const taken = new Set(sires.map(({ name }) => name));
  for (const { daughters } of sires) {
    for (let count = 0; count < DAUGHTERS; count++) daughters.push(inventHorseName(stream, taken));
  }
}

function createSire(stream: Stream, taken: Set<string>): Sire {
  return {
    name: inventHorseName(stream, taken),
    daughters: [],
    ability: 0.34 * stream.normal(),
    turfLean: 0.4 * stream.normal(),
    logDistance: Math.log(1550) + 0.17 * stream.normal(),
    wetLean: 0.15 * stream.normal(),
  };
}

interface Cohort {
  circuit: VenueType;
  birthYear: number;
  count: number;
  /** Horses of racing age on this day have an earlier career; the others make their debut later. */
  firstDay: number;
}

export function addCohort(population: Population, { circuit, birthYear, count, firstDay }: Cohort): void {
  const key = `${circuit}-${birthYear}`;
  if (population.cohorts.has(key)) return;
  population.cohorts.add(key);
  const stream = createStream(population.seed, StreamPurpose.cohort, circuit, birthYear);
  const debutSeason = dayNumber(`${birthYear + 2}-06-01`);
  for (let index = 0; index < count; index++) {
    const horse = createHorse(population, stream, circuit, birthYear);
    // Regional two-year-olds start from late April, central ones from June.
    const opening = circuit === VenueType.central ? debutSeason : debutSeason - 40;
    horse.readyDay = opening + Math.floor(320 * stream.uniform() ** 1.2);
    if (horse.readyDay < firstDay) addFormerCareer(horse, stream, firstDay);
    population.horses.get(circuit)?.push(horse);
  }
}

function createHorse(population: Population, stream: Stream, circuit: VenueType, birthYear: number): Horse {
  const sire = stream.pick(population.sires);
  const damSire = stream.pick(population.sires);
  const trainers = population.trainers.get(circuit) ?? [];
  const regional = circuit !== VenueType.central;
  const female = stream.chance(0.405);
  const serial = population.nextSerial++;
  const debut = dayNumber(`${birthYear + 2}-06-01`);
  return {
    id: `${birthYear}${String(serial).padStart(6, "0")}`,
    name: inventHorseName(stream, population.horseNames),
    birthYear,
    female,
    geldedDay: stream.chance(0.135) ? debut + stream.below(900) : Number.POSITIVE_INFINITY,
    sire,
    damSire,
    damName: damSire.daughters[serial % DAUGHTERS] ?? "",
    trainer: stream.pick(trainers),
    circuit,
    ability:
      sire.ability +
      0.5 * damSire.ability +
      skewed(1.22 * stream.normal()) -
      (female ? 0.12 : 0) -
      (regional ? 1.1 : 0),
    turfLean: sire.turfLean + 0.4 * damSire.turfLean + 0.42 * stream.normal() - (regional ? 0.6 : 0),
    logDistance: 0.65 * sire.logDistance + 0.35 * damSire.logDistance + 0.13 * stream.normal(),
    wetLean: sire.wetLean + 0.2 * stream.normal(),
    style: Math.min(1, Math.max(0, 0.5 + 0.27 * stream.normal())),
    immaturity: Math.max(0, 1 + 0.45 * stream.normal()),
    frameKg: (female ? 452 : 482) + 23 * stream.normal(),
    form: 0.35 * stream.normal(),
    starts: 0,
    classLevel: 0,
    earningsYen: 0,
    jumper: false,
    readyDay: 0,
    lastStartDay: 0,
    lastWeightKg: null,
    lastJockey: null,
    committed: false,
    gone: false,
  };
}

/** More weak horses than stars: stretches the lower side, compresses the upper one. */
const skewed = (value: number): number => (value < 0 ? 1.4 * value : 0.8 * value);

const FORMER_EARNINGS_YEN = [1e6, 6e6, 13e6, 24e6, 40e6, 40e6, 40e6] as const;

/** Gives a horse that raced before the simulation a class matching its ability and an earlier last start. */
function addFormerCareer(horse: Horse, stream: Stream, firstDay: number): void {
  const years = (firstDay - horse.readyDay) / 365;
  const quality = horse.ability + (horse.circuit === VenueType.central ? 0 : 1.1) + 0.5 * stream.normal();
  const bar = years < 0.4 ? 1.3 : years < 1.1 ? 0.5 : -0.6;
  horse.starts = 1 + Math.floor(years * 6);
  if (horse.circuit === VenueType.central) {
    horse.classLevel = quality < bar ? 0 : Math.min(4, 1 + Math.floor((quality - bar) / 0.72));
    // In reality, older central horses without a win have left.
    if (years > 1.4 && horse.classLevel === 0) horse.classLevel = 1;
    horse.jumper = years > 0.9 && stream.chance(0.045);
    if (horse.jumper) horse.classLevel = stream.chance(0.4) ? 1 : 0;
  } else {
    horse.classLevel = Math.max(0, Math.min(6, Math.round(2 + 1.4 * quality)));
  }
  horse.earningsYen = (FORMER_EARNINGS_YEN[horse.classLevel] ?? 0) * Math.exp(0.5 * quality);
  horse.lastStartDay = firstDay - 5 - stream.below(60);
  horse.lastWeightKg = null;
  horse.readyDay = horse.lastStartDay + 14 + stream.below(25);
}
