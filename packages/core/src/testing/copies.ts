import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { backupStorage } from '../storage/backup.ts'
import type { Storage } from '../storage/database.ts'
import { openStorage } from '../storage/open.ts'
import { restoreStorage } from '../storage/restore.ts'
import { createDatabaseUrl, createFolder } from './places.ts'

/** A database that can be copied while a checkout uses it. */
export async function createCopyable() {
  const url = await createDatabaseUrl()
  const open = (at: string): Storage => {
    const storage = openStorage(at, 'run')
    onTestFinished(() => storage.close())
    return storage
  }
  return {
    storage: open(url),
    /** Makes a backup, and returns a function that restores it into a new database. */
    async copy(): Promise<() => Promise<Storage>> {
      const folder = createFolder()
      const file = join(folder, 'backup.db')
      await backupStorage(url, file)
      return async () => {
        const target = await createDatabaseUrl()
        await restoreStorage(file, target, folder)
        return open(target)
      }
    },
  }
}
