/** Tells rows of the database from other values by their types. */
import { join } from 'node:path'
import { API, type Project, type Snapshot, type Type } from 'typescript/unstable/sync'
import { ROOT, type Source } from './sources.ts'

/** Whether the property that begins at `property` is a column of a row. Its object begins at `object`. */
export type IsOfRow = (path: string, object: number, property: number) => boolean

/**
 * Asks TypeScript's checker. A row is what the types of the tables give, or what is declared as a part of it by the
 * names of columns. An owner is a part of each row too, under the names of the domain. `columns`: the names of all
 * columns. `changed`: files read with other texts than on the disk.
 */
export class RowTypes implements Disposable {
  readonly #columns: ReadonlySet<string>
  readonly #api: API
  readonly #snapshot: Snapshot

  constructor(columns: ReadonlySet<string>, changed: readonly Source[] = []) {
    this.#columns = columns
    const texts = new Map(changed.map(({ path, text }) => [join(ROOT, path), text]))
    this.#api = new API({ cwd: ROOT, fs: { readFile: (path) => texts.get(path) } })
    this.#snapshot = this.#api.updateSnapshot({ openProjects: [join(ROOT, 'packages/core/tsconfig.json')] })
  }

  readonly isOfRow: IsOfRow = (path, object, property) => {
    const file = join(ROOT, path)
    const project = this.#snapshot.getDefaultProjectForFile(file)
    const type = project?.checker.getTypeAtPosition(file, object)
    if (!project || !type) throw new Error(`${path} is in no project`)
    const symbol = project.checker.getSymbolAtPosition(file, property)
    // Kysely computes the properties of rows from those of tables: so they are declared nowhere.
    return symbol?.declarations.length === 0 || this.#hasColumns(project, type)
  };

  [Symbol.dispose](): void {
    this.#api.close()
  }

  #hasColumns({ checker }: Project, type: Type): boolean {
    const names = checker.getPropertiesOfType(type).map(({ name }) => name)
    const isOwner = names.includes('merchantId') && names.includes('livemode')
    return isOwner || names.some((name) => name.includes('_') && this.#columns.has(name))
  }
}
