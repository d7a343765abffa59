/** The ledger's entries as XDR. */
import { Address, Keypair, StrKey, xdr } from '@stellar/stellar-sdk'
import { parseAsset } from './amount.ts'
import type { Account, ClaimableBalance, Entry, Offer } from './entries.ts'
import type { Change } from './state.ts'

const { LedgerEntryChange, LedgerEntryData, LedgerKey } = xdr

/** Undefined for the ledger's own data, which is in its header */
export function encodeEntryData(entry: Entry): xdr.LedgerEntryData | undefined {
  switch (entry.kind) {
    case 'account':
      return LedgerEntryData.account(encodeAccount(entry))
    case 'trustline':
      return LedgerEntryData.trustline(
        new xdr.TrustLineEntry({
          accountId: encodeKey(entry.account),
          asset: parseAsset(entry.asset).toTrustLineXdrObject(),
          balance: entry.balance,
          limit: entry.limit,
          flags: entry.flags,
          ext: xdr.TrustLineEntryExt.v0(),
        }),
      )
    case 'offer':
      return LedgerEntryData.offer(encodeOffer(entry))
    case 'claimable':
      return LedgerEntryData.claimableBalance(encodeBalance(entry))
    case 'data':
      return LedgerEntryData.data(
        new xdr.DataEntry({
          accountId: encodeKey(entry.account),
          dataName: entry.name,
          dataValue: Buffer.from(entry.value, 'base64'),
          ext: xdr.DataEntryExt.v0(),
        }),
      )
    case 'nonce':
      return LedgerEntryData.contractData(
        new xdr.ContractDataEntry({ ...encodeNonce(entry), ext: xdr.ExtensionPoint.v0(), val: xdr.ScVal.scvVoid() }),
      )
    case 'pool':
      return undefined
  }
}

/** The key of a nonce, which the network stores as a temporary entry of the account (CAP-46-11) */
export function encodeNonce({ account, number }: { readonly account: string; readonly number: bigint }) {
  return {
    contract: new Address(account).toScAddress(),
    key: xdr.ScVal.scvLedgerKeyNonce(new xdr.ScNonceKey({ nonce: number })),
    durability: xdr.ContractDataDurability.temporary,
  }
}

function encodeAccount(account: Account): xdr.AccountEntry {
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
    accountId: encodeKey(account.id),
    balance: account.balance,
    seqNum: account.sequence,
    numSubEntries: account.subentries,
    inflationDest: null,
    flags: account.flags,
    homeDomain: account.homeDomain,
    thresholds: Uint8Array.of(master, low, medium, high),
    signers: account.signers.map(
      ({ key, weight }) => new xdr.Signer({ key: xdr.SignerKey.signerKeyTypeEd25519(decodeKey(key)), weight }),
    ),
    ext: xdr.AccountEntryExt.v1(extension),
  })
}

export function encodeOffer(offer: Omit<Offer, 'modified'>): xdr.OfferEntry {
  return new xdr.OfferEntry({
    sellerId: encodeKey(offer.seller),
    offerId: BigInt(offer.id),
    selling: parseAsset(offer.selling).toXdrObject(),
    buying: parseAsset(offer.buying).toXdrObject(),
    amount: offer.amount,
    price: new xdr.Price({ n: offer.n, d: offer.d }),
    flags: 0,
    ext: xdr.OfferEntryExt.v0(),
  })
}

function encodeBalance(balance: ClaimableBalance): xdr.ClaimableBalanceEntry {
  return new xdr.ClaimableBalanceEntry({
    balanceId: xdr.ClaimableBalanceId.fromXdr(balance.id, 'hex'),
    claimants: balance.claimants.map(({ destination, predicate }) =>
      xdr.Claimant.claimantTypeV0(
        new xdr.ClaimantV0({
          destination: encodeKey(destination),
          predicate: xdr.ClaimPredicate.fromXdr(predicate, 'base64'),
        }),
      ),
    ),
    asset: parseAsset(balance.asset).toXdrObject(),
    amount: balance.amount,
    ext: xdr.ClaimableBalanceEntryExt.v0(),
  })
}

function encodeEntryKey(entry: Entry): xdr.LedgerKey | undefined {
  switch (entry.kind) {
    case 'account':
      return LedgerKey.account(new xdr.LedgerKeyAccount({ accountId: encodeKey(entry.id) }))
    case 'trustline': {
      const asset = parseAsset(entry.asset).toTrustLineXdrObject()
      return LedgerKey.trustline(new xdr.LedgerKeyTrustLine({ accountId: encodeKey(entry.account), asset }))
    }
    case 'offer':
      return LedgerKey.offer(new xdr.LedgerKeyOffer({ sellerId: encodeKey(entry.seller), offerId: BigInt(entry.id) }))
    case 'claimable': {
      const balanceId = xdr.ClaimableBalanceId.fromXdr(entry.id, 'hex')
      return LedgerKey.claimableBalance(new xdr.LedgerKeyClaimableBalance({ balanceId }))
    }
    case 'data':
      return LedgerKey.data(new xdr.LedgerKeyData({ accountId: encodeKey(entry.account), dataName: entry.name }))
    case 'nonce':
      return LedgerKey.contractData(new xdr.LedgerKeyContractData(encodeNonce(entry)))
    case 'pool':
      return undefined
  }
}

/** Changes in the format of transaction meta: the state before, then the state after */
export function encodeChanges(changes: readonly Change[]): xdr.LedgerEntryChange[] {
  return changes.flatMap(({ before, after }): xdr.LedgerEntryChange[] => {
    const old = before && encodeEntry(before)
    const now = after && encodeEntry(after)
    const key = before && encodeEntryKey(before)
    if (old && now) return [LedgerEntryChange.ledgerEntryState(old), LedgerEntryChange.ledgerEntryUpdated(now)]
    if (now) return [LedgerEntryChange.ledgerEntryCreated(now)]
    if (old && key) return [LedgerEntryChange.ledgerEntryState(old), LedgerEntryChange.ledgerEntryRemoved(key)]
    return []
  })
}

function encodeEntry(entry: Entry): xdr.LedgerEntry | undefined {
  const data = encodeEntryData(entry)
  if (!data) return undefined
  return new xdr.LedgerEntry({ lastModifiedLedgerSeq: entry.modified, data, ext: xdr.LedgerEntryExt.v0() })
}

export function encodeKey(address: string): xdr.PublicKey {
  return Keypair.fromPublicKey(address).xdrPublicKey()
}

function decodeKey(address: string): Uint8Array {
  return Keypair.fromPublicKey(address).rawPublicKey()
}

/** The address (B...) of a claimable balance, from its hexadecimal id, as used in events */
export function encodeBalanceAddress(id: string): string {
  // The id is XDR, with a four-byte version; the address has a one-byte version.
  return StrKey.encodeClaimableBalance(Buffer.from(id.slice(6), 'hex'))
}
