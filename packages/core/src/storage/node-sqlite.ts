/** `node:sqlite`, or an error that says which Node is needed. */
import type * as sqlite from 'node:sqlite'
import { explainOldNode } from './node-version.ts'

const problem = explainOldNode()
if (problem !== null) throw Object.assign(new Error(problem), { code: 'NODE_TOO_OLD' })

export const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
export type DatabaseSync = sqlite.DatabaseSync
