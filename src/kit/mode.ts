/** What a person reads before choosing a mode. */
export interface ModeSummary {
  readonly name: string;
  readonly description: string;
  readonly recommended_for: string;
}
