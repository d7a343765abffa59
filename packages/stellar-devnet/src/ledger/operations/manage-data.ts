import { xdr } from '@stellar/stellar-sdk'
import { canHold } from '../balances.ts'
import type { Applying, Handler, OperationByType } from './operation.ts'

const { ManageDataResult } = xdr

export const manageData: Handler<OperationByType<'manageData'>> = {
  level: () => 'medium',
  malformed: ({ name }) => (name === '' ? buildResult(ManageDataResult.manageDataInvalidName()) : undefined),
  apply: ({ name, value }, applying) => buildResult(manage(name, value, applying)),
  concerns: () => [],
}

function manage(name: string, value: Uint8Array | undefined, { state, source }: Applying): xdr.ManageDataResult {
  const account = state.get('account', source)
  if (!account) throw new Error(`There is no ${source}`)
  const id = `${source}/${name}`
  const old = state.get('data', id)
  if (value === undefined) {
    if (!old) return ManageDataResult.manageDataNameNotFound()
    state.remove(old)
    state.put({ ...account, subentries: account.subentries - 1 })
    return ManageDataResult.manageDataSuccess()
  }
  if (!old && !canHold(state, account, 1)) return ManageDataResult.manageDataLowReserve()
  if (!old) state.put({ ...account, subentries: account.subentries + 1 })
  state.put({ kind: 'data', id, account: source, name, value: Buffer.from(value).toString('base64') })
  return ManageDataResult.manageDataSuccess()
}

function buildResult(result: xdr.ManageDataResult): xdr.OperationResultTr {
  return xdr.OperationResultTr.manageData(result)
}
