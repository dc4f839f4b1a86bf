/* One message to each of many sockets, again and again, by plain send(): the most that a server of
 * one thread can hand to the kernel. */
#include <stddef.h>
#include <sys/socket.h>

long send_all(const int *sockets, long count, const char *data, size_t size, long turns)
{
    long sent = 0;
    for (long turn = 0; turn < turns; turn++)
        for (long at = 0; at < count; at++)
            sent += send(sockets[at], data, size, MSG_NOSIGNAL) == (ssize_t)size;
    return sent;
}
