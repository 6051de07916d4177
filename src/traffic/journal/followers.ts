/** Whoever wants to know at once when there is something new. */
export interface Follower {
  /** There is something new. */
  rouse(): void;
  /** Nothing more comes. */
  end(): void;
}

export interface Followers {
  /** What is returned ends it. */
  add(follower: Follower): () => void;
  rouse(): void;
  /** Also those that come later are told that nothing more comes. */
  end(): void;
}

export function createFollowers(): Followers {
  const followers = new Set<Follower>();
  let isOver = false;
  return {
    add(follower) {
      followers.add(follower);
      // Not before it knows how to stop.
      if (isOver) queueMicrotask(() => follower.end());
      return () => followers.delete(follower);
    },
    rouse() {
      // Asked with every request, and hardly ever is there one.
      if (followers.size > 0) for (const follower of followers) follower.rouse();
    },
    end() {
      isOver = true;
      for (const follower of followers) follower.end();
    },
  };
}
