/** Archives that have the same bytes for the same files: sorted, without owners and dates. */
import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { create } from 'tar'

const EXECUTABLE = 0o100
/** The date that npm and pnpm give to each file of a tarball. */
const DATE = new Date('1985-10-26T08:15:00Z')

/** Writes all files of a folder to an archive, below `root`. Only the owner's right to execute a file is kept. */
export function writeArchive(folder: string, root: string, archive: string): void {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(relative(folder, parentPath), name)).toSorted()
  create(
    {
      sync: true,
      cwd: folder,
      file: archive,
      prefix: root,
      gzip: true,
      portable: true,
      mtime: DATE,
      onWriteEntry({ stat }) {
        if (stat) stat.mode = stat.mode & EXECUTABLE ? 0o755 : 0o644
      },
    },
    paths,
  )
}
