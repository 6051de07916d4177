import { randomBytes } from 'node:crypto';
import { basename, dirname, extname, join, posix } from 'node:path';

import { GenericContainer, Wait } from 'testcontainers';

import { version } from '../../base/version.ts';
import type { CopiedFile, Place } from './container-files.ts';
import {
  findCommonFolder,
  findPlace,
  isFolder,
  listCopies,
  placeBelow,
} from './container-files.ts';
import { explainStart } from './start-faults.ts';
import { StartedStuntdoubleContainer } from './started-container.ts';

/** That of the image, whatever port of this machine leads to it. */
const port = 4010;
/** Where the image has the contract that it serves without another. */
const packageFolder = '/app';
const contractFolder = '/contract';
const fixturesFolder = '/fixtures';

/** A server in a container, to be started. */
export class StuntdoubleContainer extends GenericContainer {
  readonly #image: string;
  #contract: CopiedContract = {
    operands: [],
    folder: packageFolder,
    named: [],
    copies: [],
    flags: [],
  };
  #fixtures: string | undefined;
  #scenario: { readonly name: string; readonly file: string | undefined } | undefined;
  #controlToken: string = randomBytes(24).toString('base64url');
  #flags: readonly string[] = [];

  /** The image is built in a checkout of Stuntdouble, see docs/testcontainers.md. */
  constructor(image: string = `stuntdouble:${version}`) {
    super(image);
    this.#image = image;
    this.withExposedPorts(port);
    this.withWaitStrategy(Wait.forHttp('/_mock/ready', port, { abortOnContainerExit: true }));
  }

  /**
   * The contract to serve, or several: files, folders that have one, or http(s) addresses. `files` are
   * the files and folders that it refers to. Folders `fixtures` and `scenarios` beside it come along.
   */
  withContract(contract: Place | readonly Place[], { files = [] }: ContractFiles = {}): this {
    const contracts =
      contract instanceof URL || typeof contract === 'string' ? [contract] : contract;
    this.#contract = readContract(contracts, files);
    return this;
  }

  /** The folder of the fixtures, instead of the one beside the contract. */
  withFixtures(folder: Place): this {
    this.#fixtures = findPlace(folder, 'withFixtures');
    return this;
  }

  /** The default world begins with it: the name of a scenario beside the contract, or a file. */
  withScenario(scenario: Place): this {
    const isName = typeof scenario === 'string' && extname(scenario) === '';
    const file = isName ? undefined : findPlace(scenario, 'withScenario');
    const name = file === undefined ? String(scenario) : basename(file, extname(file));
    this.#scenario = { name, file };
    return this;
  }

  /** What the control API asks for. Without this call it is a random one. */
  withControlToken(token: string): this {
    this.#controlToken = token;
    return this;
  }

  /** Flags of `stuntdouble serve`, such as `'--auth', 'off'`. */
  withOptions(...flags: readonly string[]): this {
    this.#flags = [...this.#flags, ...flags];
    return this;
  }

  override async start(): Promise<StartedStuntdoubleContainer> {
    const { operands, flags } = this.#contract;
    this.withCopyFilesToContainer([...this.#listFiles()]);
    this.withEnvironment({ STUNTDOUBLE_CONTROL_TOKEN: this.#controlToken });
    this.withCommand([
      'serve',
      ...operands,
      ...flags,
      ...(this.#fixtures === undefined ? [] : ['--fixtures', fixturesFolder]),
      ...(this.#scenario === undefined ? [] : ['--scenario', this.#scenario.name]),
      ...this.#flags,
    ]);
    // testcontainers lets a process end, without a word, that waits for the log of a dead container alone.
    const alive = setInterval(() => undefined, 60_000);
    try {
      return new StartedStuntdoubleContainer(await super.start(), port, this.#controlToken);
    } catch (error) {
      throw explainStart(error, this.#image);
    } finally {
      clearInterval(alive);
    }
  }

  #listFiles(): readonly CopiedFile[] {
    const { copies, folder, named } = this.#contract;
    const scenario = this.#scenario?.file;
    const scenarios = posix.join(folder, 'scenarios');
    return [
      ...copies,
      ...(this.#fixtures === undefined
        ? []
        : listCopies(this.#fixtures, fixturesFolder, [...named, this.#fixtures])),
      ...(scenario === undefined
        ? []
        : listCopies(scenario, posix.join(scenarios, basename(scenario)))),
    ];
  }
}

/** What comes with a contract. */
export interface ContractFiles {
  readonly files?: readonly Place[];
}

interface CopiedContract {
  /** As the server in the container is to be told them. */
  readonly operands: readonly string[];
  /** Beside which it looks for fixtures and scenarios. */
  readonly folder: string;
  /** The files and folders on this machine, into which links may lead. */
  readonly named: readonly string[];
  readonly copies: readonly CopiedFile[];
  readonly flags: readonly string[];
}

/** The files keep their places beside each other, so that references lead where they lead here. */
function readContract(contracts: readonly Place[], files: readonly Place[]): CopiedContract {
  const places = contracts.map((one) =>
    isAddress(one) ? { address: String(one) } : { path: findPlace(one, 'withContract') },
  );
  const own = places.flatMap(({ path }) => (path === undefined ? [] : [path]));
  const referred = files.map((file) => findPlace(file, 'withContract'));
  const beside = own.slice(0, 1).map((path) => (isFolder(path) ? path : dirname(path)));
  const found = beside.flatMap((home) => [join(home, 'fixtures'), join(home, 'scenarios')]);
  const named = [...new Set([...own, ...referred, ...found.filter(isFolder)])];
  const common = findCommonFolder([...own, ...referred]);
  const inContainer = (path: string): string => placeBelow(contractFolder, common, path);
  return {
    operands: places.map(({ address, path }) => address ?? inContainer(path)),
    folder: beside.map(inContainer)[0] ?? packageFolder,
    named,
    copies: named.flatMap((path) => listCopies(path, inContainer(path), named)),
    flags: referred.length === 0 ? [] : ['--allow-refs', contractFolder],
  };
}

function isAddress(place: Place): boolean {
  return /^https?:\/\//i.test(String(place));
}
