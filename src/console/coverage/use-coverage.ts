import { useEffect, useMemo, useRef } from 'preact/hooks';

import type { CoverageReport } from '../api/coverage-documents.ts';
import type { Answer } from '../api/use-answer.ts';
import { useAnswer } from '../api/use-answer.ts';
import { useConsole, useLive } from '../shell/console.ts';

/** Milliseconds between two reports; the one of a large contract takes the server longer. */
const rest = 700;
/** How many times as long as a report took the server rests before the next. */
const share = 4;

/** The report of what was tried, up to date while tests run. */
export function useCoverage(): Answer<CoverageReport> {
  const { api } = useConsole();
  const took = useRef(0);
  const answer = useAnswer(async () => {
    const began = performance.now();
    const report = await api.get<CoverageReport>('coverage');
    took.current = performance.now() - began;
    return report;
  }, [api]);
  const follow = useThrottled(answer.reload, () => Math.max(rest, took.current * share));
  useLive('requests', follow, [api]);
  useLive('coverage', answer.reload, [api]);
  useLive('contract', answer.reload, [api]);
  return answer;
}

/** Runs at once, and again after a rest if it was asked for meanwhile. */
function useThrottled(run: () => void, findRest: () => number): () => void {
  const latest = useRef({ run, findRest });
  latest.current = { run, findRest };
  const throttle = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isBehind = false;
    const follow = (): void => {
      isBehind = timer !== undefined;
      if (isBehind) return;
      latest.current.run();
      timer = setTimeout(() => {
        timer = undefined;
        if (isBehind) follow();
      }, latest.current.findRest());
    };
    return { follow, stop: () => clearTimeout(timer) };
  }, []);
  useEffect(() => throttle.stop, []);
  return throttle.follow;
}
