import { type AuditOperation, toRecord } from '@crypto-checkout/api-types'
import type { z } from 'zod'
import { recordChange } from '../audit/record.ts'
import { type Caller, type Context, runOnSnapshot } from '../context/context.ts'
import type { AuditRule, Route, RouteInput } from '../http/route.ts'

type Schema = z.ZodType<object>

/**
 * Calls a route's handler. A route that only reads answers from one snapshot of the database, or by one statement. A change is recorded in
 * the audit log, in its own transaction, as the route's rule says.
 */
export function callRoute<Query extends Schema, Body extends Schema, Answer>(
  ctx: Context,
  route: Route<Query, Body, Answer>,
  caller: Caller,
  input: RouteInput<Query, Body>,
): Promise<Answer> {
  if (route.method === 'GET') {
    if (route.takesSnapshot) return route.handle(ctx, caller, input)
    return runOnSnapshot(ctx, (snapshot) => route.handle(snapshot, caller, input))
  }
  const { audit } = route
  if (audit === undefined || typeof audit === 'string' || (audit.peopleOnly && !isPerson(caller)))
    return route.handle(ctx, caller, input)
  const operation = route.name as AuditOperation
  return route.handle(ctx, recordCommit(ctx, caller, { operation, audit: audit as AuditRule, input }), input)
}

function isPerson({ by }: Caller): boolean {
  return by === 'command_line' || by.startsWith('usr_')
}

type Audited = { readonly operation: AuditOperation; readonly audit: AuditRule; readonly input: RouteInput }

/** The caller, whose commit also writes the entry: a change of its own for each. */
function recordCommit(ctx: Context, caller: Caller, { operation, audit, input }: Audited): Caller {
  const { id } = input
  return {
    ...caller,
    keep: undefined,
    commit: (work) =>
      caller.commit(async (tx) => {
        const before = (await audit.before?.(ctx, tx, caller, id)) ?? null
        const answer = await work(tx)
        const objectId = audit.id ? audit.id(answer, caller) : id || getId(answer)
        const after = audit.after(answer, { ...input.body })
        await recordChange(ctx, tx, caller, { operation, object: audit.object, objectId, before, after })
        return answer
      }),
  }
}

function getId(answer: unknown): string | null {
  const { id } = toRecord(answer)
  return typeof id === 'string' ? id : null
}
