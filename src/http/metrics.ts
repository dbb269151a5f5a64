/** How a call ended: `refused` is a reply that asks for another call. */
export type CallOutcome = 'ok' | 'refused' | 'error';

/** Numbers of one daemon; nothing of what was said is in them. */
export interface Metrics {
  request(status: number): void;
  call(tool: string, outcome: CallOutcome, seconds: number): void;
  /** All numbers in the text format of Prometheus, with those of this moment. */
  text(now: Readonly<Record<'sessions' | 'in_hand' | 'uptime_seconds', number>>): string;
}

/** Upper ends in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

interface Latency {
  readonly below: number[];
  sum: number;
  count: number;
}

function add(counts: Map<string, number>, labels: string): void {
  counts.set(labels, (counts.get(labels) ?? 0) + 1);
}

function series(
  name: string,
  kind: 'counter' | 'gauge',
  help: string,
  rows: Iterable<[string, number]>,
): string[] {
  const lines = [...rows].map(([labels, value]) => `${name}${labels} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...lines];
}

function histogram(name: string, help: string, { below, sum, count }: Latency): string[] {
  const rows = BUCKETS.map((end, index) => `${name}_bucket{le="${end}"} ${below[index] ?? 0}`);
  const rest = [`${name}_bucket{le="+Inf"} ${count}`, `${name}_sum ${sum}`, `${name}_count ${count}`];
  return [`# HELP ${name} ${help}`, `# TYPE ${name} histogram`, ...rows, ...rest];
}

/** Numbers that all begin at zero. */
export function createMetrics(): Metrics {
  const requests = new Map<string, number>();
  const calls = new Map<string, number>();
  const latency: Latency = { below: BUCKETS.map(() => 0), sum: 0, count: 0 };
  return {
    request: (status) => add(requests, `{status="${status}"}`),
    call: (tool, outcome, seconds) => {
      add(calls, `{tool="${tool}",outcome="${outcome}"}`);
      latency.sum += seconds;
      latency.count += 1;
      BUCKETS.forEach((end, index) => {
        if (seconds <= end) latency.below[index] = (latency.below[index] ?? 0) + 1;
      });
    },
    text: ({ sessions, in_hand, uptime_seconds }) =>
      [
        ...series('deep_think_sessions', 'gauge', 'Connected clients.', [['', sessions]]),
        ...series('deep_think_in_hand', 'gauge', 'Requests and calls in hand.', [['', in_hand]]),
        ...series('deep_think_uptime_seconds', 'gauge', 'Seconds since the start.', [['', uptime_seconds]]),
        ...series('deep_think_requests_total', 'counter', 'Answered HTTP requests.', requests),
        ...series('deep_think_calls_total', 'counter', 'Tool calls by how they ended.', calls),
        ...histogram('deep_think_call_seconds', 'How long tool calls took.', latency),
        '',
      ].join('\n'),
  };
}
