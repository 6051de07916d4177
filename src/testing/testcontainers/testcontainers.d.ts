/**
 * What is used of testcontainers 11 and later. The package itself has install scripts, which the
 * lockfile refuses; tests/packed holds this to its own types.
 */
declare module 'testcontainers' {
  export class GenericContainer {
    constructor(image: string);
    start(): Promise<StartedTestContainer>;
    withCommand(command: string[]): this;
    withCopyFilesToContainer(files: { source: string; target: string; mode?: number }[]): this;
    withEnvironment(variables: Record<string, string>): this;
    withExposedPorts(...ports: number[]): this;
    withWaitStrategy(strategy: WaitStrategy): this;
  }

  export interface StartedTestContainer {
    getHost(): string;
    getMappedPort(port: number): number;
  }

  export class AbstractStartedContainer implements StartedTestContainer {
    constructor(started: StartedTestContainer);
    getHost(): string;
    getMappedPort(port: number): number;
  }

  interface WaitStrategy {
    withStartupTimeout(milliseconds: number): this;
  }

  export const Wait: {
    forHttp(path: string, port: number, options: { abortOnContainerExit: boolean }): WaitStrategy;
  };
}
