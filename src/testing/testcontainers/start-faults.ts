import { messageOf } from '../../base/errors.ts';

/** What testcontainers and engines say of faults that a user can mend, but not how. */
const faults: readonly Fault[] = [
  {
    said: /container runtime strategy/i,
    tell: () =>
      "no container engine answers: start Docker, or podman (podman system service --time 0), and name the socket of another engine than Docker's usual one in DOCKER_HOST, such as unix:///run/user/1000/podman/podman.sock",
  },
  {
    // No registry has the usual image.
    said: /pull access denied|manifest unknown|no such image|image not known/i,
    tell: (image) =>
      `there is no image ${image}: build it in a checkout of Stuntdouble by "docker build -t ${image} ."`,
  },
];

interface Fault {
  readonly said: RegExp;
  readonly tell: (image: string) => string;
}

/** The error of a start, with what to do where that is known. */
export function explainStart(error: unknown, image: string): unknown {
  const message = messageOf(error);
  const fault = faults.find(({ said }) => said.test(message));
  return fault ? new Error(`${fault.tell(image)} (${message})`, { cause: error }) : error;
}
