import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../src/http/metrics.ts';

describe('the numbers of a daemon', () => {
  it('are lines that each end in a number, below their type', () => {
    const metrics = createMetrics();
    metrics.request(200);
    metrics.request(200);
    metrics.call('commit_thought', 'refused', 0.01);
    metrics.call('commit_thought', 'ok', 400);
    const text = metrics.text({ sessions: 2, in_hand: 1, uptime_seconds: 7 });
    const lines = text.trimEnd().split('\n');
    expect(lines.filter((line) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.]+)$/.test(line))).toEqual([]);
    expect(lines).toEqual(
      expect.arrayContaining([
        'deep_think_sessions 2',
        'deep_think_requests_total{status="200"} 2',
        'deep_think_calls_total{tool="commit_thought",outcome="ok"} 1',
        'deep_think_call_seconds_bucket{le="0.005"} 0',
        'deep_think_call_seconds_bucket{le="0.02"} 1',
        'deep_think_call_seconds_bucket{le="300"} 1',
        'deep_think_call_seconds_bucket{le="+Inf"} 2',
        'deep_think_call_seconds_count 2',
      ]),
    );
  });
});
