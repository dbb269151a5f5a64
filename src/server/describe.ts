import type { FieldSchema, ObjectSchema } from '../kit/field.ts';
import type { Effect, Tool } from '../kit/tool.ts';

/** A tool as `tools/list` advertises it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: { readonly type: 'object' };
  readonly annotations: Readonly<Record<string, boolean>>;
}

/**
 * What a tool may do: whether it only reads, else whether it destroys, and whether it reaches out. Other hints would
 * repeat the default of MCP, and every one is paid for in the context of a model.
 */
function hints(effect: Effect, openWorld: boolean): ToolDescription['annotations'] {
  return {
    readOnlyHint: effect === 'reads',
    ...(effect === 'reads' ? {} : { destructiveHint: effect === 'destroys' }),
    ...(openWorld ? {} : { openWorldHint: false }),
  };
}

/** What a client sees of a tool; session tools take `session_id` first. */
export function describeTool(tool: Tool): ToolDescription {
  const { name, title, description } = tool;
  if (tool.kind === 'record') {
    const { inputSchema } = tool;
    return {
      name,
      title,
      description,
      inputSchema,
      outputSchema: { type: 'object' },
      annotations: hints(tool.effect, false),
    };
  }
  const own = Object.entries(tool.fields);
  const id: [string, FieldSchema][] = tool.kind === 'session' ? [['session_id', { type: 'string' }]] : [];
  const required = [
    ...id.map(([name]) => name),
    ...own.filter(([, field]) => field.required).map(([name]) => name),
  ];
  const properties = Object.fromEntries([
    ...id,
    ...own.map(([name, field]) => [name, field.schema] as const),
  ]);
  return {
    name,
    title,
    description,
    inputSchema: { type: 'object', properties, ...(required.length === 0 ? {} : { required }) },
    outputSchema: { type: 'object' },
    annotations: hints(tool.effect, tool.openWorld === true),
  };
}
