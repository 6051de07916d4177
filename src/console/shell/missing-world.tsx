import type { ComponentChild } from 'preact';

import { defaultWorld, part } from '../api/client.ts';
import { Failure } from '../parts/empty.tsx';
import { useConsole } from './console.ts';

/** In place of a view whose world is not there. */
export function MissingWorld(): ComponentChild {
  const { api, complain, linkTo } = useConsole();
  const make = (): void => void api.send('PUT', `worlds/${part(api.world)}`, {}).catch(complain);
  const text = 'It was dropped, or nothing used it yet.';
  return (
    <Failure title={`There is no world “${api.world}”`} text={text}>
      <p class="row">
        <button class="main" onClick={make}>
          Make it
        </button>
        <a class="button" href={linkTo(['traffic'], { world: defaultWorld })}>
          Go to the default world
        </a>
      </p>
    </Failure>
  );
}
