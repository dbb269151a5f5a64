import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** What a client hands to its model of each tool. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: object;
}

/** Name, description and input schema of a tool in o200k tokens. */
export const tokensOfTool = ({ name, description = '', inputSchema }: ListedTool) =>
  countTokens(name) + countTokens(description) + countTokens(JSON.stringify(inputSchema));
