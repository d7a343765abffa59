import { join } from 'node:path'

/** Tests and checks start hundreds of processes from the same sources: the first of them leaves here what it has compiled. */
export const COMPILE_CACHE = join(import.meta.dirname, '../node_modules/.cache/compiled')
