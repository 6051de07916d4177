/**
 * What the store does in one step, as Lua. All keys of a name have one hash tag, so that a cluster
 * keeps them together. A write names the epoch of its owner, and does nothing if it is a former one.
 */
export interface Script {
  readonly text: string;
}

/** A full store must not cost the owner its lease, nor keep anything from being removed. */
const alsoWhenFull = '#!lua flags=allow-oom';

const present = `
local function present()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

/**
 * Which replicas live: each is there until its last word is older than a lease. Those with a later time
 * come from before the clock of the store was set back.
 */
const hear = `${present}
local function hear(replicas, replica, fingerprint, url, life, most)
  local now = present()
  redis.call('ZADD', replicas, now + life, replica .. ' ' .. fingerprint .. ' ' .. url)
  redis.call('ZREMRANGEBYSCORE', replicas, '-inf', now)
  redis.call('ZREMRANGEBYSCORE', replicas, '(' .. now + life, '+inf')
  redis.call('ZREMRANGEBYRANK', replicas, 0, -1 - most)
  redis.call('PEXPIRE', replicas, life)
  return now
end
`;

/**
 * Makes a replica the owner if no other one is. The keys: lease, epoch, id, secret, generation, newest, changes, replicas.
 * The id is new in an empty store. A replica of an older generation takes nothing while one of the
 * newest lives, and one that leaves (generation -1) takes nothing.
 */
export const claim: Script = {
  text: `${alsoWhenFull}${hear}
local lease, epoch, id, secret, generation, newest, changes, replicas = unpack(KEYS)
local replica, url, life, fingerprint, mine, fresh, private, most = unpack(ARGV)
local function keep(key, value)
  redis.call('SET', key, value, 'NX')
  return redis.call('GET', key)
end
local store = keep(id, fresh)
local shared = keep(secret, private)
local last = tonumber(redis.call('HGET', generation, 'number')) or 0
local own = tonumber(mine)
if own == 0 or own > last then
  own = last
  if last == 0 or redis.call('HGET', generation, 'fingerprint') ~= fingerprint then
    own = last + 1
    redis.call('HSET', generation, 'number', own, 'fingerprint', fingerprint)
    last = own
  end
end
if own == last then redis.call('SET', newest, replica, 'PX', life) end
local now = hear(replicas, replica, fingerprint, url, life, most)
if own == -1 then redis.call('ZREM', replicas, replica .. ' ' .. fingerprint .. ' ' .. url) end
local holder = redis.call('HGET', lease, 'replica')
if holder and holder ~= replica then
  local owner = redis.call('HMGET', lease, 'url', 'epoch', 'fingerprint')
  return {'held', store, shared, own, owner[1], owner[2], owner[3] or ''}
end
if own == -1 or (own < last and redis.call('EXISTS', newest) == 1) then return {'outdated', store, shared, own} end
local number = tonumber(string.match(redis.call('GET', epoch) or '0', '^%d+')) + 1
local taken = number .. ':' .. fresh
redis.call('SET', epoch, taken)
redis.call('HSET', lease, 'replica', replica, 'url', url, 'epoch', taken, 'fingerprint', fingerprint)
redis.call('HSETNX', lease, 'since', now)
redis.call('PEXPIRE', lease, life)
return {'taken', store, shared, own, url, taken, fingerprint, redis.call('GET', changes) or '0'}`,
};

/** The keys: lease, epoch, generation, newest, changes, replicas. A lease that is over is given anew: no other replica took it. */
export const renew: Script = {
  text: `${alsoWhenFull}${hear}
local lease, epoch, generation, newest, changes, replicas = unpack(KEYS)
local taken, replica, url, life, fingerprint, own, seen, most = unpack(ARGV)
if redis.call('GET', epoch) ~= taken then return 0 end
if tonumber(redis.call('GET', changes) or '0') < tonumber(seen) then return 0 end
if redis.call('HGET', generation, 'number') == own then redis.call('SET', newest, replica, 'PX', life) end
redis.call('HSET', lease, 'replica', replica, 'url', url, 'epoch', taken, 'fingerprint', fingerprint)
redis.call('HSETNX', lease, 'since', hear(replicas, replica, fingerprint, url, life, most))
redis.call('PEXPIRE', lease, life)
return 1`,
};

/** The keys: lease, replicas. Resolves with what the lease says, then the replicas that live. */
export const listReplicas: Script = {
  text: `${present}
local owner = redis.call('HMGET', KEYS[1], 'replica', 'url', 'fingerprint', 'epoch', 'since')
return {owner, redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. present(), '+inf')}`,
};

/** The keys: lease, epoch. */
export const release: Script = {
  text: `${alsoWhenFull}
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
return 1`,
};

/** The key: the last turn. */
export const takeTurn: Script = {
  text: `${alsoWhenFull}
local last = tonumber(redis.call('GET', KEYS[1]) or ARGV[1])
redis.call('SET', KEYS[1], math.max(last, tonumber(ARGV[1])))
return last < tonumber(ARGV[1]) and 1 or 0`,
};

const fence = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 'fenced' end
`;

/**
 * The keys of all that follow: epoch, changes, files (the id of each file), the file, and another one. What adds or
 * removes something is counted, so that its owner notices when the store goes back to an earlier state.
 */
export const begin: Script = {
  text: `${fence}
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
redis.call('SET', KEYS[4], '')
return redis.call('INCR', KEYS[2])`,
};

export const put: Script = {
  text: `${fence}
redis.call('HSET', KEYS[3], ARGV[2], ARGV[3])
redis.call('SET', KEYS[4], ARGV[4])
return redis.call('INCR', KEYS[2])`,
};

/** Refuses to leave a gap: the store has lost what was in it. To write the same again changes nothing. */
export const write: Script = {
  text: `${fence}
if redis.call('HGET', KEYS[3], ARGV[2]) ~= ARGV[3] then return 'lost' end
if redis.call('STRLEN', KEYS[4]) < tonumber(ARGV[4]) then return 'lost' end
redis.call('SETRANGE', KEYS[4], ARGV[4], ARGV[5])
return redis.call('INCR', KEYS[2])`,
};

export const cut: Script = {
  text: `${alsoWhenFull}${fence}
local length = tonumber(ARGV[2])
if redis.call('STRLEN', KEYS[4]) > length then
  redis.call('SET', KEYS[4], length == 0 and '' or redis.call('GETRANGE', KEYS[4], 0, length - 1))
end
return 0`,
};

export const rename: Script = {
  text: `${fence}
if redis.call('EXISTS', KEYS[4]) == 0 then return 'lost' end
redis.call('RENAME', KEYS[4], KEYS[5])
redis.call('HSET', KEYS[3], ARGV[3], redis.call('HGET', KEYS[3], ARGV[2]) or '')
redis.call('HDEL', KEYS[3], ARGV[2])
return redis.call('INCR', KEYS[2])`,
};

/** With an id it removes that file alone, and no other one that has taken its place. */
export const remove: Script = {
  text: `${alsoWhenFull}${fence}
if ARGV[3] ~= '' and redis.call('HGET', KEYS[3], ARGV[2]) ~= ARGV[3] then return 0 end
redis.call('DEL', KEYS[4])
redis.call('HDEL', KEYS[3], ARGV[2])
return redis.call('INCR', KEYS[2])`,
};

/** Path, id and size of each file whose path begins with the second word. The first one: what the keys of files begin with. */
export const list: Script = {
  text: `
local ids = redis.call('HGETALL', KEYS[1])
local found = {}
for at = 1, #ids, 2 do
  if string.sub(ids[at], 1, #ARGV[2]) == ARGV[2] then
    found[#found + 1] = ids[at]
    found[#found + 1] = ids[at + 1]
    found[#found + 1] = redis.call('STRLEN', ARGV[1] .. ids[at])
  end
end
return found`,
};

/** Resolves with the id and the size of a file. */
export const look: Script = {
  text: `
local id = redis.call('HGET', KEYS[1], ARGV[1])
if not id or redis.call('EXISTS', KEYS[2]) == 0 then return {} end
return {id, redis.call('STRLEN', KEYS[2])}`,
};
