import { expect, test } from 'vitest';

import { explainStart } from './start-faults.ts';

test.each([
  [
    'no engine',
    'Could not find a working container runtime strategy',
    /^no container engine answers: start Docker, or podman \(podman system service --time 0\), and name the socket of another engine than Docker's usual one in DOCKER_HOST, such as unix:.*podman\.sock \(Could not find a working container runtime strategy\)$/,
  ],
  [
    'no image',
    '(HTTP code 404) no such container - No such image: a:1',
    /^there is no image a:1: build it in a checkout of Stuntdouble by "docker build -t a:1 \." \(\(HTTP code 404\)/,
  ],
])('%s: the error says what to do, and has its cause', (_, message, told) => {
  const cause = new Error(message);

  const explained = explainStart(cause, 'a:1');

  expect(explained).toMatchObject({ message: expect.stringMatching(told), cause });
});

test('other errors stay as they are', () => {
  const error = new Error('the port is taken');

  expect(explainStart(error, 'a:1')).toBe(error);
});
