/** The ledger's entries as XDR. */
import { Keypair, xdr } from '@stellar/stellar-sdk'
import { assetOf } from './amount.ts'
import type { Account, ClaimableBalance, Entry, Offer } from './entries.ts'
import type { Change } from './state.ts'

const { LedgerEntryChange, LedgerEntryData, LedgerKey } = xdr

/** Undefined for the ledger's own data, which is in its header */
export function entryData(entry: Entry): xdr.LedgerEntryData | undefined {
  switch (entry.kind) {
    case 'account':
      return LedgerEntryData.account(accountEntry(entry))
    case 'trustline':
      return LedgerEntryData.trustline(
        new xdr.TrustLineEntry({
          accountId: keyOf(entry.account),
          asset: assetOf(entry.asset).toTrustLineXdrObject(),
          balance: entry.balance,
          limit: entry.limit,
          flags: entry.flags,
          ext: xdr.TrustLineEntryExt.v0(),
        }),
      )
    case 'offer':
      return LedgerEntryData.offer(offerEntry(entry))
    case 'claimable':
      return LedgerEntryData.claimableBalance(balanceEntry(entry))
    case 'data':
      return LedgerEntryData.data(
        new xdr.DataEntry({
          accountId: keyOf(entry.account),
          dataName: entry.name,
          dataValue: Buffer.from(entry.value, 'base64'),
          ext: xdr.DataEntryExt.v0(),
        }),
      )
    case 'pool':
      return undefined
  }
}

function accountEntry(account: Account): xdr.AccountEntry {
  const { master, low, medium, high } = account.thresholds
  const used = new xdr.AccountEntryExtensionV3({
    ext: xdr.ExtensionPoint.v0(),
    seqLedger: account.sequenceLedger,
    seqTime: account.sequenceTime,
  })
  const sponsorships = new xdr.AccountEntryExtensionV2({
    numSponsored: 0,
    numSponsoring: account.sponsoring,
    signerSponsoringIDs: account.signers.map(() => null),
    ext: xdr.AccountEntryExtensionV2Ext.v3(used),
  })
  const extension = new xdr.AccountEntryExtensionV1({
    liabilities: new xdr.Liabilities({ buying: 0n, selling: 0n }),
    ext: xdr.AccountEntryExtensionV1Ext.v2(sponsorships),
  })
  return new xdr.AccountEntry({
    accountId: keyOf(account.id),
    balance: account.balance,
    seqNum: account.sequence,
    numSubEntries: account.subentries,
    inflationDest: null,
    flags: account.flags,
    homeDomain: account.homeDomain,
    thresholds: Uint8Array.of(master, low, medium, high),
    signers: account.signers.map(
      ({ key, weight }) => new xdr.Signer({ key: xdr.SignerKey.signerKeyTypeEd25519(rawKey(key)), weight }),
    ),
    ext: xdr.AccountEntryExt.v1(extension),
  })
}

export function offerEntry(offer: Omit<Offer, 'modified'>): xdr.OfferEntry {
  return new xdr.OfferEntry({
    sellerId: keyOf(offer.seller),
    offerId: BigInt(offer.id),
    selling: assetOf(offer.selling).toXdrObject(),
    buying: assetOf(offer.buying).toXdrObject(),
    amount: offer.amount,
    price: new xdr.Price({ n: offer.n, d: offer.d }),
    flags: 0,
    ext: xdr.OfferEntryExt.v0(),
  })
}

function balanceEntry(balance: ClaimableBalance): xdr.ClaimableBalanceEntry {
  return new xdr.ClaimableBalanceEntry({
    balanceId: xdr.ClaimableBalanceId.fromXdr(balance.id, 'hex'),
    claimants: balance.claimants.map(({ destination, predicate }) =>
      xdr.Claimant.claimantTypeV0(
        new xdr.ClaimantV0({
          destination: keyOf(destination),
          predicate: xdr.ClaimPredicate.fromXdr(predicate, 'base64'),
        }),
      ),
    ),
    asset: assetOf(balance.asset).toXdrObject(),
    amount: balance.amount,
    ext: xdr.ClaimableBalanceEntryExt.v0(),
  })
}

function entryKey(entry: Entry): xdr.LedgerKey | undefined {
  switch (entry.kind) {
    case 'account':
      return LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: keyOf(entry.id) }))
    case 'trustline': {
      const asset = assetOf(entry.asset).toTrustLineXdrObject()
      return LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId: keyOf(entry.account), asset }))
    }
    case 'offer':
      return LedgerKey.offer(new xdr.LedgerKeyOffer({ sellerId: keyOf(entry.seller), offerId: BigInt(entry.id) }))
    case 'claimable': {
      const balanceId = xdr.ClaimableBalanceId.fromXdr(entry.id, 'hex')
      return LedgerKey.claimableBalance(new xdr.LedgerKeyClaimableBalance({ balanceId }))
    }
    case 'data':
      return LedgerKey.data(new xdr.LedgerKeyData({ accountId: keyOf(entry.account), dataName: entry.name }))
    case 'pool':
      return undefined
  }
}

/** Changes in the format of transaction meta: the state before, then the state after */
export function changesXdr(changes: readonly Change[]): xdr.LedgerEntryChange[] {
  return changes.flatMap(({ before, after }): xdr.LedgerEntryChange[] => {
    const old = before && ledgerEntry(before)
    const now = after && ledgerEntry(after)
    const key = before && entryKey(before)
    if (old && now) return [LedgerEntryChange.ledgerEntryState(old), LedgerEntryChange.ledgerEntryUpdated(now)]
    if (now) return [LedgerEntryChange.ledgerEntryCreated(now)]
    if (old && key) return [LedgerEntryChange.ledgerEntryState(old), LedgerEntryChange.ledgerEntryRemoved(key)]
    return []
  })
}

function ledgerEntry(entry: Entry): xdr.LedgerEntry | undefined {
  const data = entryData(entry)
  if (!data) return undefined
  return new xdr.LedgerEntry({ lastModifiedLedgerSeq: entry.modified, data, ext: xdr.LedgerEntryExt.v0() })
}

export function keyOf(address: string): xdr.PublicKey {
  return Keypair.fromPublicKey(address).xdrPublicKey()
}

function rawKey(address: string): Uint8Array {
  return Keypair.fromPublicKey(address).rawPublicKey()
}
