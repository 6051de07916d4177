import type { GoalName } from './goals.ts';

const memory =
  'Node alone takes 60 MB, our modules and their libraries 25 MB, V8’s space for young objects up to 64 MB, and the rest is compiled code and what stands in the heap. With 32 MB for young objects the memory after the GETs is 130 MB, and a GET takes a seventh more CPU, a PATCH up to a fifth.';

const sameWrite =
  'a refusal is written to the socket as a page is, and that is half of its CPU; it spares the look at the records and pays for a body and headers of its own (CPU profile of a 401).';

/**
 * Why a goal is not reached, as profiles tell it. The report shows those that this run missed, so
 * that a reason may stay where a goal is reached on one machine and not on another.
 */
export const reasons: Reasons = {
  'GET 200 beside bare node:http':
    'two fifths of a GET are the kernel’s write to the socket, 3 % garbage collections, and the rest is flat: no function of ours takes more than 1.2 % (CPU profile). From 0.56 to 0.92 in the runs so far on one processor.',
  'GET 200, human log to a pipe, beside node:http':
    'as for a GET without a log; the line itself costs 1.5 to 7 µs.',
  'PATCH 204 beside the best validating peer':
    'the peers keep nothing: the record, the line in the journal and its write to the file are ours alone.',
  '401 beside 200': sameWrite,
  '403 beside 200': sameWrite,
  '400 beside 204':
    'a 400 writes a body and a 204 none; then the body is judged a second time for all of its violations, and quoted values are redacted. The profile is flat, no function of ours takes more than 1.4 %.',
  'RSS after the GETs': memory,
  'RSS after the PATCHes': memory,
  'PATCH 204, p99 beside bare Express':
    'what comes in one turn of the event loop is written and answered together, so that a request waits for those of its turn; the slowest hundredth wait for a garbage collection, too. From 1.0 to 3.2 in the runs so far.',
  'GET 200, journal and coverage on beside off': keptRequests('0.87 and 0.93'),
  'PATCH 204, journal and coverage on beside off': keptRequests('0.77 and 0.97'),
  'GET with 100,000 records beside 100': sameWork(
    '100,000',
    '111,000 and 109,500',
    '1,970 and 1,880',
  ),
  'PATCH with 100,000 records beside 100':
    'no more is done, as with a million records: in the runs so far it was 1.00 to 1.30, while a million took 1.07 to 1.29 beside the same hundred, which is the spread of a machine whose caches others share.',
  'PATCH 204 beside bare node:http':
    'of a PATCH half is Node’s own HTTP and the kernel’s sockets, an eighth the journal (a line, and for all requests of one turn a write and two looks at files), and the rest is flat: no function of ours takes more than a twentieth (perf record).',
  'PATCH 204, mounted in another app':
    'a quarter of a mounted PATCH is the outer Express’s own: it changes the prototypes of request and response and asks its router. That is 35,000 instructions on top of the 141,000 of a PATCH that is not mounted (perf stat, in user space).',
  'CPU of the start beside bare Express':
    'most of a start is Node loading 360 modules of our own, and before Node 22.15 also finding their files, an eighth more; then garbage collection, 5 %, ajv compiling the checks of the first records and the first answer, another 5 %, and reading the contract, 4 %.',
  'GitHub’s contract to the first validated answer':
    'the profile is flat: reading 13 MB, inferring the plan, compiling operations, a sixth in garbage collections, and ajv compiling what the first answer is held to, 0.15 s.',
  'first use of any further operation':
    'nearly all of the slowest first uses is ajv compiling schemas: to list what the contract’s examples show, these are judged first, each by the schema of its reply. Of GET /app/hook/deliveries it is 270 of 310 ms under the profiler. What is compiled stays, so that all other operations that need it find it.',
  'GET with 1,000,000 records beside 100': sameWork(
    'a million',
    '110,500 and 110,800',
    '1,900 and 2,450',
  ),
  'PATCH with 1,000,000 records beside 100':
    'no more is done, as for a GET: instructions and cache misses are the same to a twentieth (perf stat).',
  'longest pause in a minute, by the clock':
    'by profile and GC trace the longest that is ours is the end of a major collection (9 ms, on the one core that the engine’s helpers share with it) with a turn of 32 requests behind it; what is above the pause of its own CPU is time in which the machine ran others, or the disk kept a write waiting.',
  'longest pause in a minute, of its own CPU':
    'it counts all threads of the process: the end of a major collection (9 to 12 ms) and the helpers that collect and compile beside it, on the same core. From 13 to 26 ms in the runs so far.',
  'p99 of another client’s GET under the worst attack':
    'a body is parsed, judged and stored in one turn of the event loop, and the GET waits for it: with a file of 15 MiB of JSON a turn takes 150 to 210 ms, with JSON of 88,000 names 80 to 110.',
};

export type Reasons = Readonly<Partial<Record<GoalName, string>>>;

function sameWork(count: string, instructions: string, misses: string): string {
  return `no more is done: with ${count} records and with a hundred a warm server takes ${instructions} instructions and ${misses} cache misses for a request (perf stat). The same instructions take longer, by a tenth and more where other programs share the machine’s caches; of what could be counted only the TLB misses of a heap of 1.2 GB, with a million records, are more, by a tenth.`;
}

function keptRequests(ratios: string): string {
  return `the figure is spread rather than cost: ${ratios} in the runs so far, and a journal of 100,000 requests was at 0.90 for a GET and 1.05 for a PATCH in the run with the lower ones. What is known is a collection of young objects, which takes 0.6 ms instead of 0.4 since most of the thousand requests survive it (GC trace): 1 % of the CPU.`;
}
