import type { Insertable, Selectable } from 'kysely'
import type { Tables } from './tables.generated.ts'

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>
export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>
