/** What a person reads before choosing a mode. */
export interface ModeSummary {
  readonly name: string;
  readonly description: string;
  readonly recommended_for: string;
  /** False for a mode that this version announces but cannot run. */
  readonly available: boolean;
}
